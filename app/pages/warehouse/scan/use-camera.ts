import { useEffect, useRef, useState, type RefObject } from 'react';
import { PAGE_PACE } from '../../page-pace.ts';

/** What browsers that can read barcodes have; TypeScript does not know it. */
interface BarcodeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type Detecting = new (options: { formats: readonly string[] }) => BarcodeDetector;

function detecting(): Detecting | null {
  return 'BarcodeDetector' in globalThis ? (Reflect.get(globalThis, 'BarcodeDetector') as Detecting) : null;
}

/**
 * Reads barcodes from the camera that looks away from the person. Pictures stay in the browser.
 *
 * @param video shows what the camera sees
 */
export function useCamera(video: RefObject<HTMLVideoElement>, onScan: (text: string) => unknown) {
  /** Whether this browser can read barcodes from a camera. */
  const [isPossible, setPossible] = useState(false);
  const [isOn, setOn] = useState(false);
  /** The merchant did not allow it, or there is none. */
  const [hasFailed, setFailed] = useState(false);
  const report = useRef(onScan);
  useEffect(() => {
    report.current = onScan;
  }, [onScan]);
  useEffect(() => setPossible(detecting() !== null && 'mediaDevices' in navigator), []);
  useEffect(() => {
    const Detector = detecting();
    if (!isOn || !Detector) return;
    const left = new AbortController();
    read(video.current, new Detector({ formats: ['qr_code', 'code_128'] }), left.signal, (text) =>
      report.current(text),
    ).catch(() => {
      if (left.signal.aborted) return;
      setFailed(true);
      setOn(false);
    });
    return () => left.abort();
  }, [isOn, video]);
  const toggle = () => {
    setFailed(false);
    setOn(!isOn);
  };
  return { isPossible, isOn, hasFailed, toggle };
}

async function read(
  video: HTMLVideoElement | null,
  detector: BarcodeDetector,
  signal: AbortSignal,
  onScan: (text: string) => void,
): Promise<void> {
  if (!video) return;
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  const hasLeft = () => signal.aborted;
  if (hasLeft()) return stop();
  signal.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  let seen = { text: '', at: 0 };
  while (!hasLeft()) {
    const [code] = await detector.detect(video).catch(() => []);
    const at = Date.now();
    if (code && (code.rawValue !== seen.text || at - seen.at > PAGE_PACE.seenMs)) onScan(code.rawValue);
    if (code) seen = { text: code.rawValue, at };
    await new Promise((resolve) => setTimeout(resolve, PAGE_PACE.cameraMs));
  }
}
