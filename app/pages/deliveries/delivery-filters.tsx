import { useNavigate } from '@remix-run/react';
import {
  ChoiceList,
  IndexFilters,
  IndexFiltersMode,
  Text,
  TextField,
  useSetIndexFiltersMode,
  type IndexFiltersProps,
} from '@shopify/polaris';
import { useEffect, useRef, useState } from 'react';
import { BOUNDS } from '../../bounds.ts';
import { DELIVERY_SERVICES } from '../../domain/mapping/delivery-services.ts';
import { STATE_GROUPS } from '../../domain/tracking/operator-state.ts';
import { FLAG_CODES } from '../../domain/tracking/promise-watch.ts';
import { useAdminPath } from '../shell/admin-path.ts';
import {
  deliveriesPath,
  DELIVERY_FILTERS,
  EVERYTHING,
  isNarrowed,
  LIST_TABS,
  listsTheSame,
  pickupName,
  queryText,
  type DeliveryFilterName,
  type DeliveryQuery,
  type ListTab,
  type OrdersFound,
} from './delivery-query.ts';
import { useSliceWords } from '../scorecard/scorecard-words.ts';
import { PAGE_PACE } from '../page-pace.ts';
import { useNotice } from '../shell/banners/notice.tsx';
import { failureText } from '../shell/banners/request-failure-banner.tsx';
import { useRequest } from '../shell/use-request.ts';
import { useTexts } from '../shell/use-texts.ts';
import { useViewChanges, type ListView } from './saved-views.ts';

interface DeliveryFiltersProps {
  readonly asked: DeliveryQuery;
  readonly tab: ListTab;
  readonly pickups: readonly string[];
  readonly views: readonly ListView[];
  /** How many deliveries need attention, printed; empty when none do. */
  readonly attention: string;
}

/**
 * The tabs, search, filters and order of the list. The address of the page contains all of it. After the tabs of the app
 * come the views that the shop has saved.
 */
export function DeliveryFilters({ asked, tab, pickups, views, attention }: DeliveryFiltersProps) {
  const texts = useTexts().deliveryList;
  const change = useChange(asked);
  const { mode, setMode } = useSetIndexFiltersMode(
    isNarrowed(asked) && asked.view === null ? IndexFiltersMode.Filtering : IndexFiltersMode.Default,
  );
  const chosen = views.find(({ id }) => id === asked.view) ?? null;
  const { change: changeView, isChanging } = useViewChanges((id) => {
    setMode(IndexFiltersMode.Default);
    change(id === null ? EVERYTHING : { view: id });
  });
  const present = queryText({ ...asked, tab });
  const saveAs = (name: string) => changeView({ intent: 'create', name, query: present });
  const search = useSearch(asked, (found) => change({ tab: asked.tab, ...found }));
  const clear = () => {
    search.forget();
    if (chosen) return change({ ...chosen.query, view: chosen.id });
    change({
      tab: asked.tab,
      text: null,
      orders: null,
      ...Object.fromEntries(DELIVERY_FILTERS.map((name) => [name, null])),
    });
  };
  return (
    <IndexFilters
      tabs={[
        ...LIST_TABS.map((id) => ({
          id: `tab-${id}`,
          content: texts.tabs[id],
          isLocked: true,
          ...(id === 'attention' && attention !== '' ? { badge: attention } : {}),
        })),
        ...views.map(({ id, name }) => ({
          id: `view-${id}`,
          content: name,
          viewNames: [...LIST_TABS.map((each) => texts.tabs[each]), ...views.map((view) => view.name)],
          actions: [
            {
              type: 'rename' as const,
              onPrimaryAction: (typed: string) => changeView({ intent: 'rename', id, name: typed }),
            },
            { type: 'delete' as const, onPrimaryAction: () => changeView({ intent: 'remove', id }) },
          ],
        })),
      ]}
      selected={chosen ? LIST_TABS.length + views.indexOf(chosen) : LIST_TABS.indexOf(tab)}
      onSelect={(index) => {
        const view = views[index - LIST_TABS.length];
        if (view) return change({ ...view.query, view: view.id });
        search.forget();
        const next = { tab: LIST_TABS[index] ?? 'all', view: null, text: null, orders: null };
        change({ ...(chosen ? EVERYTHING : {}), ...next });
      }}
      canCreateNewView={views.length < BOUNDS.savedViews}
      onCreateNewView={saveAs}
      primaryAction={
        chosen
          ? {
              type: 'save',
              onAction: () => changeView({ intent: 'replace', id: chosen.id, query: present }),
              disabled: listsTheSame({ ...asked, tab }, chosen.query),
              loading: isChanging,
            }
          : { type: 'save-as', onAction: saveAs, disabled: views.length >= BOUNDS.savedViews, loading: isChanging }
      }
      mode={mode}
      setMode={setMode}
      queryValue={search.text}
      queryPlaceholder={texts.search}
      onQueryChange={search.type}
      onQueryClear={() => search.type('')}
      loading={search.isAsking}
      sortOptions={[
        { label: texts.sort.label, value: 'created desc', directionLabel: texts.sort.newest },
        { label: texts.sort.label, value: 'created asc', directionLabel: texts.sort.oldest },
      ]}
      sortSelected={[asked.ordering === 'newest' ? 'created desc' : 'created asc']}
      onSort={([value]) => change({ tab, ordering: value === 'created asc' ? 'oldest' : 'newest' })}
      {...useFilters(asked, pickups, (part) => change({ tab, ...part }))}
      onClearAll={clear}
      cancelAction={{ onAction: clear, disabled: false, loading: false }}
    />
  );
}

/** Navigates to the list that differs from the present one by `part`. */
function useChange(asked: DeliveryQuery): (part: Partial<DeliveryQuery>) => void {
  const navigate = useNavigate();
  const toPath = useAdminPath();
  return (part) => navigate(toPath(deliveriesPath({ ...asked, ...part })), { preventScrollReset: true, replace: true });
}

/**
 * Keeps what the merchant types, and searches when the typing pauses. The address gets the orders that were found, and
 * never the text, which may be a customer's name.
 */
function useSearch(asked: DeliveryQuery, show: (part: Pick<DeliveryQuery, 'text' | 'orders'>) => void) {
  const { deliveryList, error } = useTexts();
  const { tell } = useNotice();
  const { ask, isAsking, body, failure } = useRequest<OrdersFound>('/app/deliveries/search', 'kind');
  const [text, setText] = useState(asked.text ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const find = async (given: string) => {
    if (given.trim() === '') return show({ text: null, orders: null });
    const answer = await ask({ text: given });
    if (answer?.kind === 'found') show({ text: null, orders: answer.orders });
  };
  useEffect(() => {
    if (!failure && body?.kind !== 'not-asked') return;
    const title = failure ? failureText(failure, error.asked) : deliveryList.customersNotSearched;
    tell({ tone: 'critical', title });
    return () => tell(null); // the next answer ends it
  }, [failure, body, error, deliveryList, tell]);
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      void latest.current(typed);
      setTyped(null);
    }, PAGE_PACE.typingMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    text,
    isAsking,
    type: (next: string) => {
      setText(next);
      setTyped(next);
    },
    forget: () => {
      setText('');
      setTyped(null);
    },
  };
}

/** How a value of each filter is shown. */
type FilterWords = {
  readonly [Name in DeliveryFilterName]: (value: NonNullable<DeliveryQuery[Name]>) => string;
};

function useFilters(
  asked: DeliveryQuery,
  pickups: readonly string[],
  change: (part: Partial<DeliveryQuery>) => void,
): Pick<IndexFiltersProps, 'filters' | 'appliedFilters'> {
  const { deliveryList: texts, services, flags, stateGroups } = useTexts();
  const words: FilterWords = {
    stateGroup: (group) => stateGroups[group],
    flag: (code) => (code === 'any' ? texts.anyFlag : flags[code].name),
    service: (name) => services[name].name,
    pickup: (pickup) => pickupName(texts, pickup),
    from: (day) => day,
    to: (day) => day,
    counted: useSliceWords(),
  };
  const day = (key: 'from' | 'to') => ({
    key,
    label: texts.filters[key],
    filter: (
      <TextField
        label={texts.filters[key]}
        labelHidden
        type="date"
        autoComplete="off"
        value={asked[key] ?? ''}
        onChange={(value) => change({ [key]: value || null })}
      />
    ),
  });
  const choice = <Name extends 'stateGroup' | 'flag' | 'service' | 'pickup'>(
    key: Name,
    values: readonly NonNullable<DeliveryQuery[Name]>[],
  ) => ({
    key,
    label: texts.filters[key],
    filter: (
      <ChoiceList
        title={texts.filters[key]}
        titleHidden
        choices={values.map((value) => ({ value, label: words[key](value) }))}
        selected={[asked[key] ?? '']}
        onChange={([value]) => change({ [key]: value ?? null })}
      />
    ),
    shortcut: true,
  });
  const counted = asked.counted !== null && {
    key: 'counted',
    label: texts.filters.counted,
    filter: <Text as="p">{words.counted(asked.counted)}</Text>,
  };
  const applied = <Name extends DeliveryFilterName>(key: Name) => {
    const value = asked[key];
    if (value === null) return [];
    return { key, label: `${texts.filters[key]}: ${words[key](value)}`, onRemove: () => change({ [key]: null }) };
  };
  return {
    filters: [
      choice('stateGroup', STATE_GROUPS),
      choice('flag', ['any', ...FLAG_CODES]),
      choice('service', DELIVERY_SERVICES),
      ...(pickups.length > 0 ? [choice('pickup', pickups)] : []),
      day('from'),
      day('to'),
      ...(counted ? [counted] : []),
    ],
    appliedFilters: DELIVERY_FILTERS.flatMap((key) => applied(key)),
  };
}
