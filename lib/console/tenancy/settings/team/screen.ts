import { ask } from "#console/shared/api/queries.ts";
import { screen } from "#console/shared/screen.ts";

export const SCREEN = screen({
  path: "settings/team",
  title: ["Team", "Team"],
  needs: "listMembers",
  words: "settings members invitations",
  about: ["Who works here, with which role", "Wer hier arbeitet, mit welcher Rolle"],
  navigation: { group: "settings", place: 120, icon: undefined },
  loads: () => [ask("listMembers", {}, { limit: 100 }), ask("listInvitations", {}, { limit: 100 })],
  page: () => import("./page.tsx"),
});
