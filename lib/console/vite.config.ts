import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The stack that the hot server speaks to: what `npm start` began. */
const STACK = process.env.STACK ?? "http://localhost:4400";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react()],
  // The client is read as it is written: nothing has to be built before.
  resolve: { conditions: ["@storefront-backend/source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    manifest: true,
    emptyOutDir: true,
    // What is read beside the code in a report of the policy.
    sourcemap: false,
    // A picture within a script would be there before it is seen.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: Number(process.env.CONSOLE_PORT || 4410),
    proxy: {
      "/v1": STACK,
      "/media": STACK,
      "/_local": STACK,
      "/console/config.json": STACK,
    },
  },
});
