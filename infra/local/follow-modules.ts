import { followModules } from "./reload.ts";

// npm start imports this file first, before any other module is loaded.
followModules();
