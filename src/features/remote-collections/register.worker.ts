// Remote collections in the knowledge worker: searches of both, and pushes.
import type { Feature } from '../../core/extensions.ts';

const register: Feature = (offer) =>
  offer('remoteKnowledge', async (...given) => {
    const { FederatedKnowledge } = await import('./remote-knowledge.ts');
    return new FederatedKnowledge(...given);
  });
export default register;
