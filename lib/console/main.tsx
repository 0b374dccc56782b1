import "./shell/trusted.ts";
import "./shell/styles.ts";
import { createRoot } from "react-dom/client";
import { readConfig } from "#console/shared/config.ts";
import { loadSettings } from "#console/shared/settings.ts";
import { App } from "./shell/app.tsx";

await readConfig();
loadSettings();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
