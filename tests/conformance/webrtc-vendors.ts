import { startBundledServer } from "../harness/service/bundled-server.ts";
import { INWORLD_API_KEY, inworldStandIn } from "../harness/vendors/inworld.ts";
import { openaiStandIn } from "../harness/vendors/openai.ts";

/** A service whose slots are the two vendors with calls over WebRTC. The caller ends all three. */
export async function startWithWebRtcVendors() {
  const [openai, inworld] = await Promise.all([openaiStandIn(), inworldStandIn()]);
  const server = await startBundledServer({
    PROVIDER_A: "openai",
    PROVIDER_B: "inworld",
    VISITOR_MINUTE_LIMIT: "0",
    OPENAI_BASE_URL: `${openai.origin}/v1`,
    OPENAI_API_KEY: openai.key,
    INWORLD_BASE_URL: inworld.origin,
    INWORLD_API_KEY,
  });
  return { server, openai, inworld };
}
