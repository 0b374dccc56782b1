import { readRequest } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/team",
  title: ["Team", "Team"],
  needs: "listMembers",
  searchWords: "settings members invitations",
  about: ["Who works here, with which role", "Wer hier arbeitet, mit welcher Rolle"],
  navigation: { group: "settings", place: 120, icon: undefined },
  prefetch: () => [
    readRequest("listMembers", {}, { limit: 100 }),
    readRequest("listInvitations", {}, { limit: 100 }),
  ],
  page: () => import("./page.tsx"),
});
