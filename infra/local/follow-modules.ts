import { followModules } from "./reload.ts";

// Before anything else is loaded: npm start names this file as the first one.
followModules();
