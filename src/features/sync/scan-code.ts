// Reads a QR code with the camera, where the browser has a detector for codes.
import { Failure } from '../../core/errors.ts';

/** Milliseconds between two looks at the picture. */
const EVERY = 200;

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}

interface DetectorType {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const detectorType = (): DetectorType | undefined =>
  (globalThis as { BarcodeDetector?: DetectorType }).BarcodeDetector;

/** Chromium on some systems has the detector without any format. */
export async function canScan(): Promise<boolean> {
  // Only a page that counts as secure has the camera.
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  if (!mediaDevices) return false;
  const formats: readonly string[] =
    (await detectorType()
      ?.getSupportedFormats()
      .catch(() => [])) ?? [];
  return formats.includes('qr_code');
}

/**
 * Shows the camera in a video until a code is accepted or the signal ends it. The camera is off afterwards.
 * @param accept gets the text of each code; true ends the scan
 * @throws Failure that says what to do
 */
export async function scanCodes(
  video: HTMLVideoElement,
  { accept, signal }: { accept: (text: string) => boolean; signal: AbortSignal },
): Promise<void> {
  const stream = await openCamera();
  try {
    video.srcObject = stream;
    if (!signal.aborted) await video.play();
    const detector = new (detectorType()!)({ formats: ['qr_code'] });
    while (!signal.aborted) {
      // A picture that can't be read yet is no reason to stop.
      const codes = await detector.detect(video).catch(() => []);
      if (signal.aborted || codes.some(({ rawValue }) => accept(rawValue))) return;
      await new Promise((resolve) => setTimeout(resolve, EVERY));
    }
  } catch (error) {
    // Closing the dialog takes the video away while it starts.
    if (!signal.aborted) throw error;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    video.srcObject = null;
  }
}

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (error) {
    switch (error instanceof DOMException ? error.name : '') {
      case 'NotAllowedError':
        throw new Failure(
          'denied',
          'This page may not use the camera. Allow it in the browser’s settings for this page, or paste the link.',
        );
      case 'NotFoundError':
        throw new Failure('not_found', 'No camera was found. Paste the link instead.');
      default:
        throw new Failure(
          'unavailable',
          'Couldn’t start the camera. Close other programs that use it, or paste the link.',
        );
    }
  }
}
