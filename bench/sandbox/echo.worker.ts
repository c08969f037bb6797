// A worker without any engine: sends back what it gets. What no call can beat.
import { servePeer } from './peer.ts';

servePeer(Promise.resolve((tool, params, sources) => (tool === 'host' ? sources() : params)));
