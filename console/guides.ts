import { ORGANIZATION_SCREENS } from "./addresses/organization.ts";
import { SERVICE_SCREENS } from "./addresses/service.ts";
import { SITE_SCREENS } from "./addresses/site.ts";
import type { Route } from "./router.ts";

function headingFor(route: Route): string {
  switch (route.screen) {
    case "project":
      return SITE_SCREENS[route.tab].guide;
    case "organization":
      return ORGANIZATION_SCREENS[route.tab].guide;
    case "unknown":
      return "the-console";
    default:
      return SERVICE_SCREENS[route.screen].guide;
  }
}

/** Where the guide on a screen is served. */
export const guideOf = (route: Route): string => `/guides/console#${headingFor(route)}`;
