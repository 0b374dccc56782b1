import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The stack behind the development server; `npm start` runs it. */
const STACK = process.env.STACK ?? "http://localhost:4400";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react()],
  // Reads the client's TypeScript, so that it needs no build.
  resolve: { conditions: ["@storefront-backend/source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    manifest: true,
    emptyOutDir: true,
    // Reports of the security policy name the built code.
    sourcemap: false,
    // Inlined pictures would be loaded before they are needed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: Number(process.env.CONSOLE_PORT || 4410),
    proxy: { "/v1": STACK, "/media": STACK, "/_local": STACK, "/console/config.json": STACK },
  },
});
