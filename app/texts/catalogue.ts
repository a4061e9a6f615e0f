// Generated from en.json by `npm run texts`.

export interface Texts {
  readonly navigation: {
    readonly home: string;
    readonly deliveries: string;
    readonly review: string;
    readonly backfill: string;
    readonly warehouse: string;
    readonly settings: string;
  };
  readonly landing: {
    readonly text: string;
  };
  readonly help: {
    readonly title: string;
    readonly subtitle: string;
    readonly all: string;
    readonly links: {
      readonly connect: string;
      readonly pickup: string;
      readonly services: string;
      readonly waiting: string;
      readonly review: string;
      readonly 'past-orders': string;
      readonly 'order-page': string;
      readonly customers: string;
    };
    readonly pin: {
      readonly title: string;
      readonly text: string;
      readonly picture: string;
      readonly notPinned: string;
      readonly more: string;
    };
  };
  readonly actions: {
    readonly 'send-now': string;
    readonly stop: string;
    readonly retry: string;
    readonly refresh: string;
    readonly 'dismiss-problem': string;
    readonly 'send-anyway': string;
  };
  readonly phases: {
    readonly waiting: string;
    readonly 'handing-over': string;
    readonly 'in-delivery': string;
    readonly 'needs-attention': string;
    readonly delivered: string;
    readonly failed: string;
    readonly skipped: string;
    readonly cancelled: string;
  };
  readonly stateGroups: {
    readonly unknown: string;
    readonly accepted: string;
    readonly 'courier-assigned': string;
    readonly 'picking-up': string;
    readonly 'on-the-way': string;
    readonly 'out-for-delivery': string;
    readonly delivered: string;
    readonly delayed: string;
    readonly 'attempt-failed': string;
    readonly 'needs-merchant': string;
    readonly 'ended-badly': string;
  };
  readonly holds: {
    readonly 'no-shopify-token': (values: { readonly since: string }) => string;
    readonly 'set-up': (values: { readonly since: string }) => string;
    readonly 'switched-off': (values: { readonly since: string }) => string;
    readonly 'account-paused': (values: { readonly since: string }) => string;
    readonly uninstalled: (values: { readonly since: string }) => string;
    readonly release: (values: { readonly since: string }) => string;
  };
  readonly services: {
    readonly Nextday: {
      readonly name: string;
      readonly explanation: string;
    };
    readonly Express: {
      readonly name: string;
      readonly explanation: string;
    };
    readonly Sameday: {
      readonly name: string;
      readonly explanation: string;
    };
    readonly NextdayWithWindow: {
      readonly name: string;
      readonly explanation: string;
    };
    readonly SamedayWithWindow: {
      readonly name: string;
      readonly explanation: string;
    };
  };
  readonly deliveries: {
    readonly title: string;
    readonly unnamedOrder: string;
    readonly checked: (values: { readonly ago: string }) => string;
    readonly stateSince: (values: { readonly time: string }) => string;
    readonly track: string;
    readonly trackDelivery: (values: { readonly orderNumber: string }) => string;
    readonly moreProblems: (values: { readonly count: number }) => string;
    readonly next: string;
    readonly previous: string;
    readonly emptyTitle: string;
    readonly emptyText: (values: { readonly operator: string }) => string;
    readonly emptyNotReadyTitle: string;
    readonly emptyNotReadyText: (values: { readonly operator: string }) => string;
    readonly select: (values: { readonly name: string }) => string;
    readonly openBackfill: string;
    readonly openSettings: string;
    readonly resource: {
      readonly singular: string;
      readonly plural: string;
    };
    readonly columns: {
      readonly order: string;
      readonly state: string;
      readonly service: string;
      readonly orderNumber: string;
      readonly problem: string;
      readonly date: string;
    };
    readonly unknownProblem: {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly unknownSkip: {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly again: {
      readonly done: string;
      readonly 'nothing-to-do': string;
      readonly unreachable: string;
    };
    readonly sendsIn: (values: { readonly at: string; readonly in: string }) => string;
    readonly sending: string;
    readonly sortedNewest: (values: { readonly count: number }) => string;
    readonly checking: (values: { readonly time: string }) => string;
    readonly checkingSince: (values: { readonly since: string; readonly time: string }) => string;
  };
  readonly flags: {
    readonly late: {
      readonly name: string;
      readonly since: (values: { readonly ago: string }) => string;
      readonly nextStep: string;
    };
    readonly stuck: {
      readonly name: string;
      readonly since: (values: { readonly ago: string }) => string;
      readonly nextStep: string;
    };
    readonly silent: {
      readonly name: string;
      readonly since: (values: { readonly ago: string }) => string;
      readonly nextStep: string;
    };
  };
  readonly deliveryList: {
    readonly search: string;
    readonly anyFlag: string;
    readonly pickupBranch: (values: { readonly id: string }) => string;
    readonly pickupLocation: (values: { readonly number: string }) => string;
    readonly export: string;
    readonly exportCodes: string;
    readonly exportFailed: string;
    readonly toReview: string;
    readonly tabs: {
      readonly attention: string;
      readonly waiting: string;
      readonly 'on-the-way': string;
      readonly delivered: string;
      readonly 'ended-badly': string;
      readonly skipped: string;
      readonly all: string;
    };
    readonly filters: {
      readonly flag: string;
      readonly stateGroup: string;
      readonly service: string;
      readonly pickup: string;
      readonly from: string;
      readonly to: string;
    };
    readonly sort: {
      readonly label: string;
      readonly newest: string;
      readonly oldest: string;
    };
    readonly bulkOutcomes: {
      readonly done: {
        readonly retry: string;
        readonly refresh: string;
        readonly 'dismiss-problem': string;
        readonly 'send-now': string;
        readonly stop: string;
      };
      readonly reasons: {
        readonly sent: string;
        readonly sending: string;
        readonly held: string;
        readonly attention: string;
        readonly 'not-to-be-sent': string;
        readonly 'nothing-to-do': string;
        readonly 'not-read': string;
        readonly failed: string;
      };
    };
    readonly nothing: {
      readonly found: string;
      readonly foundText: string;
      readonly tabs: {
        readonly attention: string;
        readonly waiting: string;
        readonly 'on-the-way': string;
        readonly delivered: string;
        readonly 'ended-badly': string;
        readonly skipped: string;
        readonly all: string;
      };
    };
    readonly exportCut: (values: { readonly count: number }) => string;
  };
  readonly csv: {
    readonly columns: {
      readonly order: string;
      readonly fulfillment: string;
      readonly order_number: string;
      readonly phase: string;
      readonly state: string;
      readonly state_group: string;
      readonly state_at: string;
      readonly service: string;
      readonly pickup: string;
      readonly promised_date: string;
      readonly window_start: string;
      readonly window_end: string;
      readonly created_at: string;
      readonly handed_over_at: string;
      readonly checked_at: string;
      readonly ended_at: string;
      readonly tracking_url: string;
      readonly problems: string;
      readonly flags: string;
      readonly skip_reason: string;
    };
  };
  readonly release: {
    readonly title: (values: { readonly count: number }) => string;
    readonly text: (values: { readonly count: number }) => string;
    readonly send: (values: { readonly count: number }) => string;
    readonly skip: (values: { readonly count: number }) => string;
    readonly released: (values: { readonly count: number }) => string;
    readonly skipped: (values: { readonly count: number }) => string;
    readonly look: (values: { readonly count: number }) => string;
  };
  readonly delivery: {
    readonly title: (values: { readonly name: string }) => string;
    readonly notFoundTitle: string;
    readonly notFoundText: string;
    readonly openOrder: string;
    readonly nothingToDo: string;
    readonly notRead: string;
    readonly state: string;
    readonly alsoSaid: (values: { readonly state: string }) => string;
    readonly recovered: string;
    readonly sendsAt: (values: { readonly time: string }) => string;
    readonly checksAgainAt: (values: { readonly time: string }) => string;
    readonly timeline: string;
    readonly onlyNewest: (values: { readonly count: number }) => string;
    readonly noHistory: string;
    readonly undated: (values: { readonly date: string }) => string;
    readonly none: string;
    readonly actionDone: {
      readonly 'send-now': string;
      readonly stop: string;
      readonly retry: string;
      readonly refresh: string;
      readonly 'dismiss-problem': string;
      readonly 'send-again': string;
    };
    readonly sendAgain: {
      readonly title: string;
      readonly mayBeThere: string;
      readonly isLost: string;
      readonly label: string;
    };
    readonly record: {
      readonly title: string;
      readonly text: string;
      readonly show: string;
      readonly reload: string;
      readonly notes: (values: { readonly notes: string }) => string;
      readonly noNotes: string;
      readonly notRead: string;
      readonly headings: {
        readonly package: string;
        readonly quantity: string;
        readonly price: string;
      };
    };
    readonly events: {
      readonly created: string;
      readonly handedOver: string;
    };
    readonly facts: {
      readonly title: string;
      readonly orderNumber: string;
      readonly service: string;
      readonly promise: string;
      readonly pickup: string;
      readonly tracking: string;
      readonly operatorDate: string;
      readonly updated: string;
    };
    readonly why: {
      readonly title: string;
      readonly empty: string;
      readonly rule: (values: { readonly rule: string }) => string;
      readonly fields: {
        readonly eligibility: string;
        readonly pickup: string;
        readonly service: string;
        readonly date: string;
        readonly district: string;
      };
      readonly sources: {
        readonly 'settings.eligibility': string;
        readonly 'send-anyway': string;
        readonly 'settings.pickup.locations': string;
        readonly 'settings.pickup.default': string;
        readonly 'settings.service.rules': string;
        readonly 'settings.service.default': string;
        readonly 'settings.service.afterCutoff': string;
        readonly 'order.attributes': string;
        readonly 'fulfillment.deliveryMethods': string;
        readonly fulfillment: string;
        readonly now: string;
        readonly 'settings.service.methods': string;
        readonly 'order.shippingAddress.city': string;
        readonly 'order.shippingAddress.province': string;
        readonly 'order.shippingAddress.address1': string;
        readonly 'order.shippingAddress.address2': string;
        readonly 'order.shippingAddress.company': string;
        readonly 'order.shippingAddress.zip': string;
      };
      readonly calendar: {
        readonly 'next-working-day': string;
        readonly 'same-day': string;
        readonly 'after-cutoff': string;
        readonly 'closed-today': string;
        readonly 'buyers-date': string;
        readonly 'buyers-date-missed': string;
      };
      readonly methodWithoutService: string;
      readonly district: {
        readonly 'district-short-form': string;
        readonly 'district-part-of-name': string;
        readonly 'district-typing-error': string;
        readonly 'district-centre': string;
        readonly 'settings.mapping.districtAliases': string;
      };
      readonly read: (values: { readonly district: string; readonly written: string }) => string;
      readonly reading: {
        readonly undo: string;
        readonly undone: (values: { readonly district: string; readonly written: string }) => string;
        readonly takeBack: string;
        readonly redone: string;
        readonly 'no-reading': string;
        readonly 'not-checked': string;
        readonly 'not-saved': string;
      };
    };
    readonly attempts: {
      readonly title: string;
      readonly empty: string;
      readonly noOutcome: string;
      readonly headings: {
        readonly when: string;
        readonly call: string;
        readonly outcome: string;
        readonly http: string;
        readonly duration: string;
      };
      readonly verbs: {
        readonly create: string;
        readonly 'look-up': string;
        readonly read: string;
      };
      readonly outcomes: {
        readonly accepted: string;
        readonly found: string;
        readonly 'not-found': string;
        readonly refused: string;
        readonly 'account-refused': string;
        readonly throttled: string;
        readonly 'not-sent': string;
        readonly 'not-received': string;
        readonly unknown: string;
      };
    };
    readonly sent: {
      readonly title: string;
      readonly text: string;
      readonly show: string;
      readonly reload: string;
      readonly notRead: string;
      readonly nothing: string;
      readonly showRequest: string;
      readonly hideRequest: string;
      readonly headings: {
        readonly field: string;
        readonly value: string;
        readonly source: string;
      };
      readonly search: string;
      readonly noneFound: string;
    };
    readonly support: {
      readonly title: string;
      readonly text: string;
      readonly copy: string;
      readonly copied: string;
      readonly copyFailed: string;
      readonly show: string;
      readonly hide: string;
    };
  };
  readonly review: {
    readonly title: string;
    readonly subtitle: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly toDeliveries: string;
    readonly onlyLargest: (values: { readonly count: number }) => string;
    readonly count: (values: { readonly count: number }) => string;
    readonly and: (values: { readonly count: number }) => string;
    readonly retryAll: (values: { readonly count: number }) => string;
    readonly retried: (values: { readonly count: number }) => string;
    readonly nothingRetried: string;
    readonly fixOnOrder: string;
    readonly openDelivery: string;
    readonly district: {
      readonly unknown: (values: { readonly district: string }) => string;
      readonly similar: string;
      readonly label: string;
      readonly choose: string;
      readonly use: (values: { readonly count: number; readonly district: string; readonly written: string }) => string;
      readonly used: (values: {
        readonly count: number;
        readonly district: string;
        readonly written: string;
      }) => string;
      readonly undo: string;
      readonly undone: (values: { readonly written: string }) => string;
      readonly errors: {
        readonly missing: string;
        readonly 'not-served': string;
        readonly 'too-many': string;
        readonly 'changed-meanwhile': string;
      };
    };
    readonly names: {
      readonly title: string;
      readonly text: string;
      readonly written: string;
      readonly district: string;
      readonly when: string;
      readonly staff: string;
      readonly before: string;
      readonly remove: string;
      readonly removeOf: (values: { readonly written: string }) => string;
      readonly asked: string;
    };
    readonly tabs: {
      readonly deliveries: string;
      readonly orders: string;
    };
    readonly methods: {
      readonly title: (values: { readonly count: number }) => string;
      readonly text: (values: { readonly count: number }) => string;
      readonly choose: string;
    };
  };
  readonly backfill: {
    readonly title: string;
    readonly subtitle: string;
    readonly from: string;
    readonly to: string;
    readonly limit: string;
    readonly look: string;
    readonly dryRun: string;
    readonly none: string;
    readonly more: string;
    readonly notRead: string;
    readonly send: string;
    readonly sendText: string;
    readonly running: string;
    readonly done: string;
    readonly stopped: string;
    readonly range: (values: { readonly from: string; readonly to: string }) => string;
    readonly progress: (values: { readonly found: number; readonly read: number }) => string;
    readonly progressLabel: string;
    readonly stop: string;
    readonly stopText: string;
    readonly toDeliveries: string;
    readonly alreadyRunning: string;
    readonly started: string;
    readonly errors: {
      readonly missing: string;
      readonly 'ends-before-start': string;
      readonly future: string;
    };
    readonly headings: {
      readonly order: string;
      readonly fulfillment: string;
      readonly plan: string;
    };
    readonly plans: {
      readonly known: string;
      readonly 'hand-over': (values: { readonly date: string; readonly service: string }) => string;
      readonly 'not-checked': string;
    };
    readonly paused: string;
    readonly counts: {
      readonly known: string;
      readonly handedOver: string;
      readonly waiting: string;
      readonly attention: string;
      readonly skipped: string;
      readonly cancelled: string;
    };
    readonly reason: (values: { readonly count: number; readonly sentence: string }) => string;
    readonly pause: string;
    readonly resume: string;
  };
  readonly home: {
    readonly title: string;
    readonly setUp: {
      readonly title: string;
      readonly text: (values: { readonly operator: string }) => string;
      readonly progress: (values: { readonly all: number; readonly done: number }) => string;
      readonly done: string;
      readonly switchOn: string;
      readonly switchNotYet: string;
      readonly waiting: (values: { readonly count: number }) => string;
      readonly steps: {
        readonly token: {
          readonly title: string;
          readonly text: (values: { readonly operator: string }) => string;
        };
        readonly pickup: {
          readonly title: string;
          readonly text: (values: { readonly operator: string }) => string;
        };
        readonly service: {
          readonly title: string;
          readonly text: string;
        };
        readonly dryRun: {
          readonly title: string;
          readonly text: string;
        };
        readonly switch: {
          readonly title: string;
          readonly text: (values: { readonly operator: string }) => string;
        };
      };
      readonly waitingApproval: (values: { readonly count: number }) => string;
    };
    readonly figures: {
      readonly title: (values: { readonly day: string }) => string;
      readonly attention: string;
      readonly waiting: string;
      readonly handedOver: string;
      readonly onTheWay: string;
      readonly delivered: string;
      readonly endedBadly: string;
    };
    readonly watch: {
      readonly title: (values: { readonly count: number }) => string;
      readonly text: (values: { readonly count: number }) => string;
      readonly more: (values: { readonly count: number }) => string;
    };
    readonly count: {
      readonly yesterday: (values: { readonly day: string }) => string;
      readonly day: (values: { readonly day: string }) => string;
      readonly fulfilled: string;
      readonly accepted: string;
      readonly delivered: string;
      readonly waiting: string;
      readonly attention: string;
      readonly setAside: string;
      readonly missing: (values: { readonly count: number }) => string;
      readonly missingText: (values: { readonly count: number }) => string;
      readonly extra: (values: { readonly count: number }) => string;
      readonly extraText: (values: { readonly count: number }) => string;
      readonly complete: string;
      readonly nothing: string;
      readonly found: (values: { readonly count: number }) => string;
    };
    readonly chart: {
      readonly title: string;
      readonly empty: string;
      readonly summary: (values: { readonly delivered: number; readonly failed: number }) => string;
      readonly delivered: string;
      readonly failed: string;
      readonly showTable: string;
      readonly hideTable: string;
      readonly hours: (values: { readonly hours: string }) => string;
      readonly headings: {
        readonly day: string;
        readonly delivered: string;
        readonly failed: string;
        readonly median: string;
      };
    };
    readonly account: {
      readonly lastAnswer: (values: { readonly ago: string }) => string;
      readonly never: string;
      readonly openSettings: string;
      readonly pausedSince: (values: { readonly status: string; readonly time: string }) => string;
      readonly states: {
        readonly working: string;
        readonly paused: string;
        readonly throttled: string;
        readonly failing: string;
      };
      readonly explanations: {
        readonly paused: string;
        readonly throttled: string;
        readonly failing: string;
      };
      readonly checking: (values: { readonly count: number; readonly time: string }) => string;
    };
  };
  readonly dryRun: {
    readonly title: string;
    readonly text: string;
    readonly order: string;
    readonly run: string;
    readonly again: string;
    readonly notListed: string;
    readonly noOrder: string;
    readonly notRead: string;
    readonly invalid: string;
    readonly wouldGo: (values: { readonly service: string }) => string;
    readonly rule: (values: { readonly rule: string }) => string;
    readonly noRule: string;
    readonly method: (values: { readonly method: string }) => string;
    readonly methodWithoutService: string;
    readonly chooseServices: string;
    readonly notFulfilled: (values: { readonly order: string }) => string;
    readonly ahead: (values: { readonly location: string }) => string;
  };
  readonly settingsGroups: {
    readonly title: string;
    readonly namesHelp: string;
    readonly groups: {
      readonly locations: {
        readonly title: string;
        readonly text: string;
      };
      readonly rules: {
        readonly title: string;
        readonly text: string;
      };
      readonly dates: {
        readonly title: string;
        readonly text: string;
      };
      readonly mapping: {
        readonly title: string;
        readonly text: string;
      };
      readonly eligibility: {
        readonly title: string;
        readonly text: string;
      };
      readonly updates: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly faults: {
      readonly pickup: string;
      readonly time: string;
      readonly window: string;
      readonly weekdays: string;
      readonly date: string;
      readonly amount: string;
      readonly phone: string;
      readonly email: string;
      readonly tags: string;
      readonly aliases: string;
      readonly choice: string;
      readonly template: string;
      readonly country: string;
      readonly minutes: string;
      readonly name: string;
      readonly 'too-long': (values: { readonly limit: number }) => string;
      readonly 'too-many': string;
      readonly markup: string;
      readonly 'direction-marks': string;
      readonly unfit: string;
      readonly tagNamespace: string;
    };
    readonly locations: {
      readonly handOver: string;
      readonly defaultPickup: string;
      readonly notRead: string;
    };
    readonly rules: {
      readonly none: string;
      readonly text: string;
      readonly ruleTitle: (values: { readonly name: string; readonly position: number }) => string;
      readonly name: string;
      readonly use: string;
      readonly doNotHandOver: string;
      readonly conditions: string;
      readonly add: string;
      readonly up: string;
      readonly down: string;
      readonly remove: string;
      readonly upOf: (values: { readonly name: string }) => string;
      readonly downOf: (values: { readonly name: string }) => string;
      readonly removeOf: (values: { readonly name: string }) => string;
      readonly when: {
        readonly shippingMethods: string;
        readonly orderTags: string;
        readonly districts: string;
        readonly weekdays: string;
        readonly totalAtLeast: string;
        readonly totalBelow: string;
        readonly locations: string;
      };
    };
    readonly dates: {
      readonly cutoffs: string;
      readonly cutoffsText: (values: { readonly zone: string }) => string;
      readonly afterCutoff: string;
      readonly nextDay: string;
      readonly ask: string;
      readonly calendar: string;
      readonly workingDays: string;
      readonly holidays: string;
      readonly holidaysHelp: string;
      readonly windows: string;
      readonly windowsText: string;
      readonly hasWindow: (values: { readonly service: string }) => string;
      readonly start: string;
      readonly end: string;
      readonly attributes: {
        readonly date: string;
        readonly start: string;
        readonly end: string;
      };
      readonly attributeHelp: string;
      readonly pickers: string;
      readonly pickersText: string;
      readonly knownDatePickers: string;
      readonly knownDatePickersHelp: string;
      readonly recognised: string;
      readonly otherPickers: string;
    };
    readonly mapping: {
      readonly district: string;
      readonly districtText: string;
      readonly districtSources: string;
      readonly districtSourcesHelp: string;
      readonly aliases: string;
      readonly aliasesHelp: string;
      readonly contact: string;
      readonly contactText: string;
      readonly phoneFallback: string;
      readonly emailFallback: string;
      readonly packages: string;
      readonly priceForm: string;
      readonly wholeUnits: (values: { readonly from: string; readonly to: string }) => string;
      readonly minorUnits: (values: { readonly from: string; readonly to: string }) => string;
      readonly onePackage: string;
      readonly tags: string;
      readonly tagsHelp: (values: { readonly placeholders: string }) => string;
      readonly files: string;
      readonly filesText: string;
      readonly fileFrom: string;
      readonly fileName: string;
      readonly fileNameHelp: {
        readonly 'line-property': string;
        readonly 'note-attribute': string;
        readonly 'order-metafield': string;
      };
      readonly fileKind: string;
      readonly fileKindHelp: string;
      readonly addFile: string;
      readonly removeFile: (values: { readonly name: string }) => string;
      readonly orderNumber: string;
      readonly orderNumberText: string;
      readonly prefix: string;
      readonly prefixHelp: string;
      readonly template: string;
      readonly templateHelp: string;
      readonly fileSources: {
        readonly 'line-property': string;
        readonly 'note-attribute': string;
        readonly 'order-metafield': string;
      };
      readonly wholeUnitsRound: string;
    };
    readonly eligibility: {
      readonly methods: string;
      readonly special: string;
      readonly testOrders: string;
      readonly highRisk: string;
      readonly otherTracking: string;
      readonly tags: string;
      readonly includeTags: string;
      readonly excludeTags: string;
      readonly countries: string;
      readonly method: {
        readonly SHIPPING: string;
        readonly LOCAL: string;
        readonly PICKUP_POINT: string;
        readonly PICK_UP: string;
        readonly RETAIL: string;
      };
      readonly help: {
        readonly includeTags: string;
        readonly excludeTags: string;
        readonly countries: string;
      };
    };
    readonly updates: {
      readonly grace: string;
      readonly graceText: string;
      readonly minutes: string;
      readonly publish: string;
      readonly publishText: string;
      readonly tracking: string;
      readonly events: string;
      readonly notifyCustomer: string;
      readonly help: {
        readonly tracking: string;
        readonly events: string;
        readonly notifyCustomer: string;
      };
      readonly tags: string;
      readonly tagsText: string;
      readonly stateTags: string;
      readonly stateTagsHelp: (values: { readonly example: string }) => string;
      readonly tagNamespace: string;
      readonly early: string;
      readonly earlyText: string;
      readonly earlyChoice: {
        readonly off: string;
        readonly warn: string;
        readonly hold: string;
      };
    };
    readonly methods: {
      readonly title: string;
      readonly text: string;
      readonly notChosen: string;
      readonly useDefault: string;
      readonly notRead: string;
      readonly reload: string;
      readonly none: string;
      readonly orders: (values: { readonly count: number }) => string;
      readonly withCode: (values: { readonly code: string; readonly orders: string }) => string;
      readonly notRecent: string;
    };
  };
  readonly banners: {
    readonly openSettings: string;
    readonly 'set-up': {
      readonly title: string;
      readonly token: string;
      readonly pickup: string;
    };
    readonly 'switched-off': {
      readonly title: string;
      readonly text: string;
    };
    readonly 'account-paused': {
      readonly title: string;
      readonly text: string;
    };
  };
  readonly access: {
    readonly serverRefusedTitle: string;
    readonly serverRefusedText: string;
    readonly scopesTitle: string;
    readonly scopesText: (values: { readonly scopes: string }) => string;
    readonly withheldTitle: string;
    readonly withheldText: string;
  };
  readonly settings: {
    readonly title: string;
    readonly save: string;
    readonly discard: string;
    readonly saved: string;
    readonly refusedOnSave: (values: { readonly message: string }) => string;
    readonly account: {
      readonly title: string;
      readonly description: (values: { readonly operator: string }) => string;
      readonly environment: string;
      readonly token: string;
      readonly tokenKept: (values: { readonly lastFour: string }) => string;
      readonly tokenNone: string;
      readonly tokenPaused: (values: { readonly lastFour: string }) => string;
      readonly test: string;
      readonly accepted: string;
      readonly refused: (values: { readonly message: string }) => string;
      readonly notChecked: (values: { readonly message: string }) => string;
      readonly removal: {
        readonly remove: string;
        readonly title: string;
        readonly text: string;
        readonly cancel: string;
      };
      readonly environments: {
        readonly production: string;
        readonly test: string;
      };
    };
    readonly pickup: {
      readonly title: string;
      readonly description: string;
      readonly kind: string;
      readonly branch: string;
      readonly branchHelp: string;
      readonly address: string;
      readonly branchChoose: string;
      readonly branchId: string;
      readonly branchIdHelp: string;
      readonly name: string;
      readonly street: string;
      readonly district: string;
      readonly districtHelp: string;
    };
    readonly service: {
      readonly title: string;
      readonly description: string;
      readonly label: string;
    };
    readonly handOver: {
      readonly title: string;
      readonly description: string;
      readonly label: string;
      readonly help: (values: { readonly handful: number }) => string;
    };
    readonly language: {
      readonly title: string;
      readonly description: string;
      readonly admin: string;
      readonly names: {
        readonly en: string;
        readonly es: string;
        readonly pt: string;
      };
    };
    readonly errors: {
      readonly 'token-missing': string;
      readonly 'token-missing-in-environment': string;
      readonly 'token-too-short': (values: { readonly limit: number }) => string;
      readonly 'token-too-long': (values: { readonly limit: number }) => string;
      readonly 'token-has-spaces': string;
      readonly 'token-characters': string;
      readonly 'environment-unknown': string;
      readonly 'pickup-kind-missing': string;
      readonly 'branch-missing': string;
      readonly 'branch-not-a-number': string;
      readonly 'branch-unknown': string;
      readonly 'text-missing': string;
      readonly 'text-too-long': (values: { readonly limit: number }) => string;
      readonly 'text-has-markup': string;
      readonly 'text-has-direction-marks': string;
      readonly 'service-unknown': string;
    };
    readonly savedUnchecked: {
      readonly title: string;
      readonly text: (values: { readonly message: string }) => string;
    };
    readonly changedMeanwhile: {
      readonly title: string;
      readonly text: string;
    };
    readonly invalid: string;
    readonly unreachable: {
      readonly title: string;
      readonly text: string;
    };
    readonly saveCard: (values: { readonly title: string }) => string;
  };
  readonly error: {
    readonly title: string;
    readonly text: string;
    readonly retry: string;
    readonly toDeliveries: string;
    readonly asked: {
      readonly 'not-found': string;
      readonly 'too-often': (values: { readonly seconds: number }) => string;
      readonly unreachable: string;
    };
  };
  readonly problems: {
    readonly 'operator-refused': {
      readonly sentence: (values: { readonly message: string }) => string;
      readonly nextStep: string;
    };
    readonly 'operator-unreachable': {
      readonly sentence: (values: { readonly message: string }) => string;
      readonly nextStep: string;
    };
    readonly 'order-number-taken': {
      readonly sentence: (values: { readonly orderNumber: string }) => string;
      readonly nextStep: string;
    };
    readonly 'order-number-too-long': {
      readonly sentence: (values: { readonly length: string; readonly limit: string }) => string;
      readonly nextStep: string;
    };
    readonly 'outcome-unknown': {
      readonly sentence: (values: { readonly message: string }) => string;
      readonly nextStep: string;
    };
    readonly 'unknown-to-operator': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'cancelled-after-hand-over': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'edited-after-hand-over': {
      readonly sentence: (values: { readonly fields: string }) => string;
      readonly nextStep: string;
    };
    readonly 'order-out-of-reach': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'other-tracking-kept': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'shopify-access-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'shopify-unreachable': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'unexpected-failure': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'order-number-unreadable': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'pickup-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'customer-data-withheld': {
      readonly sentence: (values: { readonly fields: string }) => string;
      readonly nextStep: string;
    };
    readonly 'name-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'phone-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'phone-unusable': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'email-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'email-unusable': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'address-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'street-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'district-missing': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'district-not-served': {
      readonly sentence: (values: { readonly district: string; readonly nearest: string }) => string;
      readonly nextStep: string;
    };
    readonly 'time-zone-unknown': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'after-cutoff': {
      readonly sentence: (values: { readonly cutoff: string; readonly service: string }) => string;
      readonly nextStep: string;
    };
    readonly 'closed-today': {
      readonly sentence: (values: { readonly service: string }) => string;
      readonly nextStep: string;
    };
    readonly 'window-missing': {
      readonly sentence: (values: { readonly service: string }) => string;
      readonly nextStep: (values: { readonly service: string }) => string;
    };
    readonly 'window-unreadable': {
      readonly sentence: (values: { readonly source: string }) => string;
      readonly nextStep: string;
    };
    readonly 'window-ends-before-start': {
      readonly sentence: (values: { readonly source: string }) => string;
      readonly nextStep: string;
    };
    readonly 'window-past': {
      readonly sentence: (values: { readonly service: string }) => string;
      readonly nextStep: string;
    };
    readonly 'window-too-soon': {
      readonly sentence: (values: { readonly service: string }) => string;
      readonly nextStep: string;
    };
    readonly 'window-on-closed-day': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'price-unreadable': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'file-link-unusable': {
      readonly sentence: (values: { readonly sources: string }) => string;
      readonly nextStep: string;
    };
    readonly 'text-too-long': {
      readonly sentence: (values: {
        readonly field: string;
        readonly length: string;
        readonly limit: string;
      }) => string;
      readonly nextStep: string;
    };
    readonly 'packages-too-many': {
      readonly sentence: (values: { readonly count: number; readonly limit: string }) => string;
      readonly nextStep: string;
    };
    readonly 'order-invalid': {
      readonly sentence: (values: { readonly field: string }) => string;
      readonly nextStep: string;
    };
    readonly 'shopify-write-refused': {
      readonly sentence: (values: { readonly message: string; readonly what: string }) => string;
      readonly nextStep: string;
    };
  };
  readonly skips: {
    readonly 'fulfillment-gone': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'fulfillment-cancelled': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'fulfillment-not-successful': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'order-cancelled': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'nothing-to-ship': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'delivery-method': {
      readonly sentence: (values: { readonly detail: string }) => string;
      readonly nextStep: string;
    };
    readonly country: {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'test-order': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'other-tracking': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'tag-missing': {
      readonly sentence: (values: { readonly detail: string }) => string;
      readonly nextStep: string;
    };
    readonly 'tag-excluded': {
      readonly sentence: (values: { readonly detail: string }) => string;
      readonly nextStep: string;
    };
    readonly 'high-risk': {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly 'location-switched-off': {
      readonly sentence: (values: { readonly detail: string }) => string;
      readonly nextStep: string;
    };
    readonly 'service-rule': {
      readonly sentence: (values: { readonly detail: string }) => string;
      readonly nextStep: string;
    };
    readonly stopped: {
      readonly sentence: string;
      readonly nextStep: string;
    };
    readonly handled: {
      readonly sentence: string;
      readonly nextStep: string;
    };
  };
  readonly watchedFields: {
    readonly name: string;
    readonly company: string;
    readonly phone: string;
    readonly email: string;
    readonly street: string;
    readonly city: string;
    readonly province: string;
    readonly zip: string;
    readonly country: string;
    readonly lines: string;
    readonly note: string;
    readonly deliveryDate: string;
    readonly address: string;
    readonly other: string;
  };
  readonly orderFields: {
    readonly order_number: string;
    readonly delivery_date: string;
    readonly delivery_service: string;
    readonly delivery_start_time: string;
    readonly delivery_end_time: string;
    readonly notes: string;
    readonly pickup_id: string;
    readonly pickup_name: string;
    readonly pickup_address: string;
    readonly pickup_district: string;
    readonly pickup: string;
    readonly fullname: string;
    readonly email: string;
    readonly phone: string;
    readonly address: string;
    readonly district: string;
    readonly latitude: string;
    readonly longitude: string;
    readonly url_tracking: string;
    readonly package: (values: { readonly number: string; readonly part: string }) => string;
    readonly file: (values: { readonly number: string; readonly part: string }) => string;
    readonly tag: (values: { readonly name: string }) => string;
    readonly yes: string;
    readonly no: string;
    readonly other: string;
    readonly parts: {
      readonly code: string;
      readonly name: string;
      readonly price: string;
      readonly qty: string;
      readonly kind: string;
      readonly url: string;
    };
  };
  readonly orderSources: {
    readonly shippingAddress: string;
    readonly billingAddress: string;
    readonly customer: string;
    readonly attributes: (values: { readonly name: string }) => string;
    readonly property: (values: { readonly name: string }) => string;
    readonly metafield: (values: { readonly name: string }) => string;
    readonly note: string;
    readonly order: string;
    readonly items: string;
    readonly checkout: string;
    readonly fulfillment: string;
    readonly settings: string;
    readonly store: string;
    readonly calendar: string;
    readonly always: string;
    readonly team: string;
    readonly other: string;
  };
  readonly print: {
    readonly labels: string;
    readonly sheet: string;
    readonly pickList: string;
    readonly parcel: (values: { readonly count: number; readonly number: number }) => string;
    readonly pickup: (values: { readonly name: string }) => string;
    readonly branch: (values: { readonly id: string }) => string;
    readonly noPickup: string;
    readonly phone: string;
    readonly notSent: string;
    readonly cancelled: string;
    readonly doNotHandOver: string;
    readonly doNotHandOverThese: (values: { readonly count: number }) => string;
    readonly scanQrCode: string;
    readonly promisedFor: (values: { readonly day: string }) => string;
    readonly printedAt: (values: { readonly time: string }) => string;
    readonly total: (values: { readonly deliveries: number; readonly parcels: number }) => string;
    readonly serviceGroup: (values: { readonly count: number; readonly name: string }) => string;
    readonly nothingWaits: string;
    readonly collected: string;
    readonly changed: (values: { readonly time: string }) => string;
    readonly missing: string;
    readonly scanned: (values: { readonly count: number; readonly of: number }) => string;
    readonly handedOver: string;
    readonly dateAndTime: string;
    readonly courierName: string;
    readonly courierSignature: string;
    readonly shopSignature: string;
    readonly remarks: string;
    readonly pickTotal: (values: { readonly deliveries: number; readonly units: number }) => string;
    readonly nothingToPick: string;
    readonly noLocation: string;
    readonly columns: {
      readonly number: string;
      readonly order: string;
      readonly district: string;
      readonly packages: string;
      readonly check: string;
      readonly sku: string;
      readonly product: string;
      readonly orders: string;
      readonly quantity: string;
    };
    readonly notPrinted: string;
    readonly reasons: {
      readonly skipped: string;
      readonly gone: string;
      readonly 'not-read': string;
      readonly 'no-number': string;
      readonly 'too-many': string;
    };
    readonly refusals: {
      readonly nothing: string;
      readonly signIn: string;
      readonly notFound: string;
      readonly failed: string;
      readonly unreachable: string;
    };
  };
  readonly warehouse: {
    readonly title: string;
    readonly text: string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly noPickup: string;
    readonly allDays: string;
    readonly waiting: (values: { readonly count: number }) => string;
    readonly labels: string;
    readonly sheet: string;
    readonly pickList: string;
    readonly scan: string;
    readonly allPickups: string;
    readonly print: {
      readonly labels: string;
      readonly sheet: string;
      readonly 'pick-list': string;
      readonly format: string;
      readonly document: string;
      readonly button: string;
      readonly loading: string;
      readonly formats: {
        readonly '4x6': string;
        readonly '100x150': string;
        readonly a4: string;
        readonly letter: string;
      };
      readonly hint: string;
      readonly failedTitle: string;
      readonly retry: string;
      readonly frame: string;
      readonly part: (values: { readonly part: number }) => string;
      readonly more: (values: { readonly count: number }) => string;
      readonly next: string;
      readonly failures: {
        readonly 'not-found': string;
        readonly 'too-often': string;
        readonly unreachable: string;
      };
    };
    readonly scanning: {
      readonly title: string;
      readonly field: string;
      readonly help: string;
      readonly camera: string;
      readonly stopCamera: string;
      readonly noCamera: string;
      readonly good: string;
      readonly goodOf: (values: { readonly count: number; readonly number: number }) => string;
      readonly double: string;
      readonly doubleText: (values: { readonly count: number }) => string;
      readonly cancelled: string;
      readonly cancelledText: string;
      readonly unknown: string;
      readonly unknownText: string;
      readonly ready: string;
      readonly progress: (values: { readonly scanned: number; readonly total: number }) => string;
      readonly missing: (values: { readonly count: number }) => string;
      readonly done: (values: { readonly count: number }) => string;
      readonly nothingMissing: string;
      readonly reset: string;
      readonly finish: string;
      readonly more: (values: { readonly count: number }) => string;
      readonly next: string;
      readonly others: (values: { readonly count: number }) => string;
    };
    readonly printLabels: string;
  };
  readonly extensions: {
    readonly deliveryCard: {
      readonly send: string;
      readonly loading: string;
      readonly tryAgain: string;
      readonly nothingFulfilled: (values: { readonly operator: string }) => string;
      readonly notHandedOver: string;
      readonly wouldBe: (values: { readonly promise: string }) => string;
      readonly notChecked: string;
      readonly track: string;
      readonly trackDelivery: (values: { readonly number: string }) => string;
      readonly checked: (values: { readonly ago: string }) => string;
      readonly neverChecked: string;
      readonly alsoSaid: (values: { readonly state: string }) => string;
      readonly recovered: string;
      readonly countdown: (values: { readonly time: string }) => string;
      readonly sending: string;
      readonly nothingDone: string;
      readonly readJustNow: string;
      readonly notRead: string;
      readonly failed: string;
      readonly tooOften: string;
      readonly operatorDate: (values: { readonly day: string }) => string;
      readonly failures: {
        readonly 'not-found': string;
        readonly 'shopify-unreachable': string;
        readonly 'too-often': string;
        readonly unreachable: string;
      };
      readonly flags: {
        readonly late: (values: { readonly ago: string }) => string;
        readonly stuck: (values: { readonly ago: string }) => string;
        readonly silent: (values: { readonly ago: string }) => string;
      };
      readonly history: {
        readonly all: (values: { readonly number: string }) => string;
        readonly fewer: string;
      };
    };
    readonly 'print-labels': {
      readonly name: string;
      readonly description: string;
      readonly tooMany: (values: { readonly limit: number }) => string;
      readonly document: string;
      readonly documents: {
        readonly labels: string;
        readonly 'pick-list': string;
        readonly sheet: string;
      };
      readonly format: string;
      readonly formats: {
        readonly '4x6': string;
        readonly '100x150': string;
        readonly a4: string;
        readonly letter: string;
      };
      readonly hint: string;
    };
    readonly 'delivery-block': {
      readonly name: string;
      readonly description: string;
      readonly unread: string;
      readonly review: string;
      readonly previous: string;
      readonly next: string;
      readonly page: (values: { readonly first: string; readonly last: string; readonly number: string }) => string;
      readonly summary: {
        readonly nothing: string;
        readonly more: (values: { readonly label: string; readonly number: string }) => string;
      };
      readonly ahead: {
        readonly ready: (values: { readonly service: string }) => string;
        readonly readyFrom: (values: { readonly location: string; readonly service: string }) => string;
        readonly readyShort: string;
        readonly wouldNotGoOut: string;
        readonly held: string;
        readonly release: string;
        readonly released: string;
      };
    };
    readonly 'delivery-action': {
      readonly name: string;
      readonly description: string;
      readonly handOverAll: (values: { readonly number: string }) => string;
      readonly close: string;
      readonly whatIsSent: (values: { readonly operator: string }) => string;
      readonly whatWouldBeSent: (values: { readonly operator: string }) => string;
      readonly anywayProblems: string;
      readonly showFields: string;
      readonly columns: {
        readonly field: string;
        readonly value: string;
        readonly source: string;
      };
    };
    readonly 'delivery-bulk': {
      readonly name: string;
      readonly description: string;
      readonly explanation: string;
      readonly nothingSelected: string;
      readonly start: (values: { readonly number: number }) => string;
      readonly again: (values: { readonly number: string }) => string;
      readonly close: string;
      readonly asking: (values: { readonly done: string; readonly number: string }) => string;
      readonly following: (values: { readonly number: string; readonly settled: string }) => string;
      readonly finished: (values: {
        readonly handedOver: string;
        readonly left: string;
        readonly needy: string;
      }) => string;
      readonly stillUnderWay: string;
      readonly order: string;
      readonly result: string;
      readonly results: {
        readonly asking: string;
        readonly 'nothing-fulfilled': string;
        readonly 'not-found': string;
        readonly failed: string;
      };
    };
    readonly 'delivery-status': {
      readonly name: string;
      readonly description: string;
      readonly preparing: string;
      readonly promised: (values: { readonly day: string }) => string;
      readonly promisedWindow: (values: {
        readonly day: string;
        readonly end: string;
        readonly start: string;
      }) => string;
      readonly track: string;
      readonly trackDelivery: (values: { readonly number: string }) => string;
      readonly history: string;
      readonly states: {
        readonly unknown: string;
        readonly accepted: string;
        readonly 'courier-assigned': string;
        readonly 'picking-up': string;
        readonly 'on-the-way': string;
        readonly 'out-for-delivery': string;
        readonly delivered: string;
        readonly delayed: string;
        readonly 'attempt-failed': string;
        readonly 'needs-merchant': string;
        readonly 'ended-badly': string;
      };
    };
  };
  readonly remedies: {
    readonly app: string;
    readonly review: string;
    readonly approval: string;
    readonly account: string;
    readonly pickup: string;
    readonly sending: string;
    readonly locations: string;
    readonly rules: string;
    readonly dates: string;
    readonly mapping: string;
    readonly eligibility: string;
    readonly order: string;
    readonly shop: string;
    readonly support: string;
    readonly operator: string;
  };
  readonly contactSupport: string;
  readonly earlyWarning: {
    readonly title: (values: { readonly count: number }) => string;
    readonly text: (values: { readonly count: number }) => string;
    readonly view: (values: { readonly count: number }) => string;
    readonly count: (values: { readonly count: number }) => string;
    readonly held: (values: { readonly count: number }) => string;
    readonly release: (values: { readonly count: number }) => string;
    readonly released: (values: { readonly count: number }) => string;
    readonly emptyTitle: string;
    readonly emptyText: string;
    readonly onlyLargest: (values: { readonly count: number }) => string;
    readonly holdNotes: (values: { readonly operator: string; readonly reason: string }) => string;
    readonly subtitle: string;
  };
  readonly bulk: {
    readonly done: {
      readonly 'send-now': (values: { readonly count: number }) => string;
      readonly stop: (values: { readonly count: number }) => string;
      readonly retry: (values: { readonly count: number }) => string;
      readonly refresh: (values: { readonly count: number }) => string;
      readonly 'dismiss-problem': (values: { readonly count: number }) => string;
    };
    readonly reasons: {
      readonly sent: (values: { readonly count: number }) => string;
      readonly sending: (values: { readonly count: number }) => string;
      readonly held: (values: { readonly count: number }) => string;
      readonly attention: (values: { readonly count: number }) => string;
      readonly 'not-to-be-sent': (values: { readonly count: number }) => string;
      readonly 'nothing-to-do': (values: { readonly count: number }) => string;
      readonly 'not-read': (values: { readonly count: number }) => string;
      readonly failed: (values: { readonly count: number }) => string;
    };
    readonly tooOften: (values: { readonly seconds: number }) => string;
  };
  readonly savedViews: {
    readonly refused: {
      readonly 'too-many': string;
      readonly 'same-name': string;
      readonly 'no-name': string;
      readonly gone: string;
    };
  };
  readonly polaris: {
    readonly IndexTable: {
      readonly selected: string;
      readonly selectAllLabel: string;
    };
    readonly IndexProvider: {
      readonly selected: string;
      readonly allItemsSelected: string;
    };
  };
}

/** The texts that a browser gets: those of the pages. */
export type PageTexts = Omit<
  Texts,
  | 'csv'
  | 'extensions'
  | 'holds'
  | 'orderFields'
  | 'orderSources'
  | 'print'
  | 'problems'
  | 'remedies'
  | 'skips'
  | 'watchedFields'
>;
