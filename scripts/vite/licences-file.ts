// Vite plugin: writes `third-party-licences.txt` next to the output.
import type { Plugin } from 'vite';
import { LICENCES_FILE, thirdPartyLicences } from './licences.ts';

export function licencesFile(): Plugin {
  return {
    name: 'perilune:licences',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source: thirdPartyLicences() });
    },
  };
}
