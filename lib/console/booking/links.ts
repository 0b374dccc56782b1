/** Paths of this area for other areas. */
export const SERVICES = "settings/services";
export const PROVIDERS = "settings/providers";
export const WORKING_HOURS = "settings/working-hours";
export const NEW_SERVICE = "settings/services/new";
