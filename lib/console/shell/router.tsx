import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { foresee } from "#console/shared/api/queries.ts";
import { Room } from "#console/shared/loaded.tsx";
import { wishFocus } from "#console/shared/page.tsx";
import type { Screen, Search } from "#console/shared/screen.ts";
import { SCREENS } from "#console/shared/screens.ts";
import { Broken } from "./broken.tsx";
import { Callback } from "./callback.tsx";
import { Gate, storeIdOf } from "./gate.tsx";
import { Home } from "./home.tsx";
import { Invitation } from "./invitation.tsx";
import { Lost } from "./lost.tsx";
import { OfStore } from "./of-store.tsx";
import { Permitted } from "./permitted.tsx";
import { SignIn } from "./sign-in.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: Lost });

const free = [
  createRoute({ getParentRoute: () => root, path: "/sign-in", component: SignIn }),
  createRoute({ getParentRoute: () => root, path: "/callback", component: Callback }),
];
const gate = createRoute({ getParentRoute: () => root, id: "gate", component: Gate });
const home = createRoute({ getParentRoute: () => gate, path: "/", component: Home });
const invitation = createRoute({ getParentRoute: () => gate, path: "/invitation", component: Invitation });
const store = createRoute({ getParentRoute: () => gate, path: "$store", component: OfStore });

/** Paths of the console itself, which win over a store with such a key. */
export const OWN_PATHS = ["sign-in", "callback", "invitation"];

function routeOf(screen: Screen) {
  const known = new Set(screen.search ?? []);
  const Inner = lazyRouteComponent<{ Page: () => ReactNode }, "Page">(screen.page, "Page");
  return createRoute({
    getParentRoute: () => store,
    path: screen.path,
    validateSearch: (search: Record<string, unknown>): Search =>
      Object.fromEntries(
        Object.entries(search).flatMap(([name, value]) =>
          known.has(name) && value ? [[name, String(value)]] : [],
        ),
      ),
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => {
      // Starts loading code and data side by side, and waits for neither.
      void Inner.preload?.();
      const id = storeIdOf(params.store);
      if (id) foresee(id, screen.loads?.(params, deps) ?? []);
    },
    component: () => (
      <Permitted screen={screen}>
        {/* Navigation stays on the screen while the page's code loads. */}
        <Suspense fallback={<Room lines={6} />}>
          <Inner />
        </Suspense>
      </Permitted>
    ),
    errorComponent: Broken,
  });
}

export const router = createRouter({
  routeTree: root.addChildren([
    ...free,
    gate.addChildren([home, invitation, store.addChildren(SCREENS.map(routeOf))]),
  ]),
  basepath: import.meta.env.BASE_URL.replace(/\/$/, ""),
  defaultPreload: "intent",
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  // The router would parse `?query=100001` as a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text && `?${text}`;
  },
});

router.subscribe("onBeforeNavigate", ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) wishFocus();
});
