import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { useAdminPath } from '../shell/admin-path.ts';
import styles from './guide.css?inline';

/** The text of a page of the guide. Its links to the guide and to the app open within the app. */
export function GuideText({ html }: { readonly html: string }) {
  const navigate = useNavigate();
  const toPath = useAdminPath();
  const follow = (event: MouseEvent) => {
    const href = event.target instanceof Element ? event.target.closest('a')?.getAttribute('href') : null;
    const opensTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0;
    if (!href?.startsWith('/app') || opensTab) return;
    event.preventDefault();
    navigate(toPath(href));
  };
  return (
    <>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <div className="guide" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </>
  );
}
