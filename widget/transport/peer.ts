import type { IceServer } from "../../shared/session.ts";
import type { ConnectionKind } from "./connection-kind.ts";

/** Our end of a call over WebRTC, not yet connected. */
export interface Peer {
  peer: RTCPeerConnection;
  channel: RTCDataChannel;
  sender: RTCRtpSender;
}

/** The same with its offer made. */
export interface PreparedPeer extends Peer {
  /** SDP. */
  offer: string;
  close(): void;
}

/** @param speaks whether a microphone may be added; without one, sound is only received */
export function createPeer(ice_servers: IceServer[] | null, speaks: boolean | undefined): Peer {
  const peer = new RTCPeerConnection({ iceServers: ice_servers ?? [] });
  // Created before the offer, so that the offer includes it.
  const channel = peer.createDataChannel("oai-events");
  const { sender } = peer.addTransceiver("audio", { direction: speaks ? "sendrecv" : "recvonly" });
  return { peer, channel, sender };
}

/**
 * Makes the offer before the service is asked for a session, if the connection allows that: the answer to that request then
 * holds the answer to the offer. `null` if the connection does not, or the browser cannot.
 */
export function preparePeer(connection: ConnectionKind | undefined): Promise<PreparedPeer | null> | null {
  const takesOffer = connection?.offer && !connection.ice_servers && connection.transport === "webrtc";
  return takesOffer ? makeOffer() : null;
}

async function makeOffer(): Promise<PreparedPeer | null> {
  let made: Peer | null = null;
  try {
    made = createPeer(null, true);
    const { peer } = made;
    await peer.setLocalDescription(await peer.createOffer());
    return { ...made, offer: peer.localDescription?.sdp ?? "", close: () => peer.close() };
  } catch {
    // The transport will report why there is no connection.
    made?.peer.close();
    return null;
  }
}
