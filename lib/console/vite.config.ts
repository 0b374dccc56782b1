import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** URL of the local stack that the development server forwards API requests to; `npm start` runs it. */
const STACK_URL = process.env.STACK ?? "http://localhost:4400";

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react()],
  // Resolves the API client to its TypeScript source, so that the client needs no build.
  resolve: { conditions: ["@storefront-backend/source", "module", "browser", "development|production"] },
  build: {
    target: "es2022",
    manifest: true,
    emptyOutDir: true,
    // Inlined pictures would be loaded before they are needed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: Number(process.env.CONSOLE_PORT || 4410),
    proxy: { "/v1": STACK_URL, "/media": STACK_URL, "/_local": STACK_URL, "/console/config.json": STACK_URL },
  },
});
