import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { prefetchReads } from "#console/shared/api/queries.ts";
import { requestHeadingFocus } from "#console/shared/page.tsx";
import { LoadingSkeleton } from "#console/shared/read-view.tsx";
import type { Screen, Search } from "#console/shared/screen.ts";
import { SCREENS } from "#console/shared/screens.ts";
import { Callback } from "./callback.tsx";
import { ErrorPage } from "./error-page.tsx";
import { Home } from "./home.tsx";
import { Invitation } from "./invitation.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { RequirePermission } from "./require-permission.tsx";
import { RequireSignIn, storeIdOf } from "./require-sign-in.tsx";
import { SignIn } from "./sign-in.tsx";
import { StoreLayout } from "./store-layout.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

const publicRoutes = [
  createRoute({ getParentRoute: () => root, path: "/sign-in", component: SignIn }),
  createRoute({ getParentRoute: () => root, path: "/callback", component: Callback }),
];
const signedInRoute = createRoute({ getParentRoute: () => root, id: "gate", component: RequireSignIn });
const home = createRoute({ getParentRoute: () => signedInRoute, path: "/", component: Home });
const invitation = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/invitation",
  component: Invitation,
});
const store = createRoute({ getParentRoute: () => signedInRoute, path: "$store", component: StoreLayout });

/** Paths of the console itself, which hide a store with such a key. */
export const RESERVED_PATHS = ["sign-in", "callback", "invitation"];

function routeOf(screen: Screen) {
  const allowed = new Set(screen.search ?? []);
  const ScreenPage = lazyRouteComponent<{ Page: () => ReactNode }, "Page">(screen.page, "Page");
  return createRoute({
    getParentRoute: () => store,
    path: screen.path,
    validateSearch: (search: Record<string, unknown>): Search =>
      Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) =>
          allowed.has(name) && value ? [[name, String(value)]] : [],
        ),
      ),
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => {
      // Starts to load code and data at the same time, and waits for neither.
      void ScreenPage.preload?.();
      const id = storeIdOf(params.store);
      if (id) prefetchReads(id, screen.prefetch?.(params, deps) ?? []);
    },
    component: () => (
      <RequirePermission screen={screen}>
        {/* Navigation stays on the screen while the page's code loads. */}
        <Suspense fallback={<LoadingSkeleton lines={6} />}>
          <ScreenPage />
        </Suspense>
      </RequirePermission>
    ),
    errorComponent: ErrorPage,
  });
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicRoutes,
    signedInRoute.addChildren([home, invitation, store.addChildren(SCREENS.map(routeOf))]),
  ]),
  basepath: import.meta.env.BASE_URL.replace(/\/$/, ""),
  defaultPreload: "intent",
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // The router would parse `?query=100001` as a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
});

router.subscribe("onBeforeNavigate", ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) requestHeadingFocus();
});
