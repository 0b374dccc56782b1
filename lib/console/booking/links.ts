/** Where other areas may lead to in this one. */
export const SERVICES = "settings/services";
export const PROVIDERS = "settings/providers";
export const WORKING_HOURS = "settings/working-hours";
export const NEW_SERVICE = "settings/services/new";
