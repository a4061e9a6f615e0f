import { useState } from 'react';
import { PAGE_PACE } from '../page-pace.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import { useTexts } from '../shell/use-texts.ts';

/**
 * Saves the response of an address of the app as a file. It uses fetch, because App Bridge adds the session token to a
 * fetch but not to a link.
 */
export function useExport(path: string, fileName: string) {
  const { exportFailed } = useTexts().deliveryList;
  const { tell } = useNotice();
  const toPath = useAdminPath();
  const [isExporting, setExporting] = useState(false);
  const save = async () => {
    const answer = await fetch(toPath(path));
    if (!answer.ok) throw new Error(`the export failed with HTTP ${answer.status}`);
    const url = URL.createObjectURL(await answer.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = fileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), PAGE_PACE.savedFileMs);
  };
  return {
    isExporting,
    start: () => {
      setExporting(true);
      save()
        .catch(() => tell({ tone: 'critical', title: exportFailed }))
        .finally(() => setExporting(false));
    },
  };
}
