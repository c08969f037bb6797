// A worker without an engine that echoes its input: the lower bound of any call.
import { servePeer } from './peer.ts';

servePeer(Promise.resolve((tool, params, sources) => (tool === 'host' ? sources() : params)));
