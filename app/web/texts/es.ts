import { LONGEST_TEXT, LONGEST_TOKEN, SHORTEST_TOKEN } from '../settings-error.ts';
import type { Texts } from './en.ts';
import { withMessage } from './with-message.ts';

/** Spanish of Latin America. */
export const es: Texts = {
  navigation: { deliveries: 'Entregas', settings: 'Configuración' },

  phases: {
    waiting: 'En espera',
    'handing-over': 'Enviándose al operador',
    'in-delivery': 'Enviada al operador',
    'needs-attention': 'Requiere atención',
    delivered: 'Entregada',
    failed: 'No entregada',
    skipped: 'No se envía',
    cancelled: 'Cancelada',
  },

  holds: {
    'no-shopify-token': 'Continúa ahora que se abrió la aplicación.',
    'set-up': 'Espera a que se complete la configuración.',
    'switched-off': 'Espera a que se active el envío al operador.',
    'account-paused': 'Espera un token que el operador acepte.',
    uninstalled: 'Espera a que la aplicación se instale de nuevo.',
    release: 'Espera tu confirmación: había muchas retenidas.',
  },

  services: {
    Nextday: { name: 'Día siguiente', explanation: 'Se entrega el siguiente día hábil, a cualquier hora.' },
    Express: { name: 'Exprés', explanation: 'Se entrega el mismo día, tan pronto como el operador pueda.' },
    Sameday: { name: 'Mismo día', explanation: 'Se entrega el mismo día, a cualquier hora.' },
    NextdayWithWindow: {
      name: 'Día siguiente con horario',
      explanation: 'Se entrega un día hábil posterior entre dos horas. Un pedido sin horario requiere atención.',
    },
    SamedayWithWindow: {
      name: 'Mismo día con horario',
      explanation: 'Se entrega el mismo día entre dos horas. Un pedido sin horario requiere atención.',
    },
  },

  deliveries: {
    title: 'Entregas',
    resource: { singular: 'entrega', plural: 'entregas' },
    columns: {
      order: 'Pedido',
      state: 'Estado',
      service: 'Servicio',
      orderNumber: 'Número de orden',
      problem: 'Problema',
    },
    unnamedOrder: 'Pedido aún no leído',
    checked: (ago) => `Consultado ${ago}`,
    stateSince: (time) => `Desde ${time}`,
    track: 'Seguir',
    trackDelivery: (orderNumber) => `Seguir ${orderNumber} (abre otra pestaña)`,
    retry: 'Reintentar',
    sendAnyway: 'Enviar de todos modos',
    moreProblems: (count) => (count === 1 ? 'y otro problema' : `y otros ${count} problemas`),
    unknownProblem: {
      sentence: 'No continúa por sí sola.',
      nextStep: 'Reintente. Si no ayuda, envíe el número de orden a quien hace la aplicación.',
    },
    unknownSkip: {
      sentence: 'No se envía al operador.',
      nextStep: 'Prepare de nuevo los artículos si deben entregarse.',
    },
    again: {
      taken: 'Va de nuevo camino al operador.',
      'not-taken': 'No hay nada que reenviar: la entrega cambió mientras tanto.',
      unreachable: 'No hubo conexión. Intente de nuevo.',
    },
    next: 'Entregas anteriores',
    previous: 'Entregas más recientes',
    emptyTitle: 'Prepare un pedido y su entrega aparecerá aquí',
    emptyText: (operator) =>
      `Cada envío de esta tienda se entrega solo a ${operator}, y su estado se ve aquí y en el pedido.`,
    emptyNotReadyTitle: 'Complete la configuración para la primera entrega',
    emptyNotReadyText: (operator) =>
      `Ingrese el token que le dio ${operator} y el punto de retiro. Lo que prepare hasta entonces espera y no se pierde.`,
    openSettings: 'Abrir configuración',
  },

  banners: {
    'set-up': {
      title: 'Todavía no se envía nada al operador: falta completar la configuración',
      token: 'Falta el token de su cuenta con el operador.',
      pickup: 'Falta indicar dónde retira la mercadería el operador.',
    },
    'switched-off': {
      title: 'El envío al operador está desactivado',
      text: 'Los envíos nuevos esperan. Continúan en cuanto lo active en la configuración.',
    },
    'account-paused': {
      title: 'El operador rechaza el token',
      text: 'Los envíos y los estados esperan. Continúan en cuanto guarde un token que el operador acepte.',
    },
    openSettings: 'Abrir configuración',
  },

  access: {
    scopesTitle: 'A Handoff le faltan permisos en esta tienda',
    scopesText: (scopes: string) =>
      `Los envíos esperan hasta que se concedan: ${scopes}. Cierra la aplicación, ábrela de nuevo y acepta lo que Shopify pida. Si no pide nada, avisa a quien mantiene la aplicación.`,
    withheldTitle: 'Shopify no entrega nombres, direcciones ni teléfonos a esta aplicación',
    withheldText:
      'Sin ellos no se puede enviar ninguna entrega al operador. Pregunta a quien mantiene la aplicación si Shopify aprobó su acceso a datos protegidos de clientes; después, envía de nuevo las entregas.',
  },

  settings: {
    title: 'Configuración',
    save: 'Guardar',
    discard: 'Descartar',
    saved: 'Configuración guardada',
    account: {
      title: 'Cuenta con el operador',
      description: (operator) => `El token que le dio ${operator}. Se guarda cifrado y no se vuelve a mostrar.`,
      environment: 'Ambiente',
      environments: { production: 'Producción', test: 'Pruebas' },
      token: 'Token',
      tokenKept: (lastFour) => `Hay un token guardado que termina en ${lastFour}. Deje esto vacío para seguir con él.`,
      tokenNone: 'Péguelo tal como lo recibió.',
      tokenPaused: (lastFour) => `El operador rechaza el token que termina en ${lastFour}. Pegue uno nuevo.`,
      test: 'Probar conexión',
      accepted: 'El operador acepta el token.',
      refused: (message) => withMessage('El operador rechaza el token', message),
      notChecked: (message) => withMessage('No se pudo consultar al operador', message),
    },
    pickup: {
      title: 'Punto de retiro',
      description: 'Dónde retira la mercadería el operador.',
      kind: 'El punto de retiro es',
      branch: 'Una sucursal homologada',
      branchHelp: 'Registrada antes con el operador. Así se planifican mejor las rutas.',
      address: 'Una dirección',
      branchId: 'Id de la sucursal homologada',
      branchIdHelp: 'El número que el operador le dio a la sucursal.',
      name: 'Nombre del punto de retiro',
      street: 'Dirección',
      district: 'Distrito o comuna',
      districtHelp: 'Como lo escribe el operador.',
    },
    service: {
      title: 'Servicio de entrega',
      description: 'Con qué servicio se envían las entregas.',
      label: 'Servicio de entrega',
    },
    handOver: {
      title: 'Envío al operador',
      description: 'Mientras está desactivado, los envíos nuevos esperan y nada llega al operador.',
      label: 'Enviar al operador lo que se prepara',
      help: 'Las entregas en espera continúan en cuanto lo active y guarde.',
    },
    errors: {
      'token-missing': 'Pegue el token de su cuenta con el operador.',
      'token-missing-in-environment': 'Pegue el token de este ambiente: el guardado es del otro.',
      'token-too-short': `Un token tiene al menos ${SHORTEST_TOKEN} caracteres.`,
      'token-too-long': `Un token tiene como máximo ${LONGEST_TOKEN} caracteres.`,
      'token-has-spaces': 'Un token no tiene espacios. Péguelo solo, sin "Bearer" ni otra palabra.',
      'token-characters': 'Un token solo tiene letras sin acentos, dígitos y signos.',
      'environment-unknown': 'Elija uno de los ambientes.',
      'pickup-kind-missing': 'Elija una sucursal homologada o una dirección.',
      'branch-missing': 'Ingrese el id de la sucursal homologada.',
      'branch-not-a-number': 'El id de una sucursal es un número entero, como 101.',
      'text-missing': 'Complete este campo.',
      'text-too-long': `Es demasiado largo: máximo ${LONGEST_TEXT} caracteres.`,
      'text-has-markup': 'Aquí no se pueden usar los caracteres < y >.',
      'text-has-direction-marks': 'Tiene caracteres invisibles que cambian la dirección del texto. Escríbalo de nuevo.',
      'service-unknown': 'Elija uno de los servicios de entrega.',
    },
    refusedOnSave: (message) => withMessage('El operador rechaza este token y no se guardó nada', message),
    savedUnchecked: {
      title: 'Guardado, pero no se pudo comprobar el token',
      text: (message) => withMessage('No se pudo consultar al operador', message),
    },
    changedMeanwhile: {
      title: 'La configuración cambió mientras tanto',
      text: 'Alguien la guardó en otra pestaña. Lo que usted escribió sigue aquí y el resto está como se guardó. Revíselo y guarde de nuevo.',
    },
    invalid: {
      title: 'Todavía no se guardó nada',
      text: 'Corrija los campos marcados y guarde de nuevo.',
    },
    unreachable: {
      title: 'No se guardó nada: no hubo conexión',
      text: 'Lo que escribió sigue aquí. Guarde de nuevo.',
    },
  },

  error: {
    title: 'No se pudo mostrar esta página',
    text: 'Nada se pierde: las entregas siguen sin esta página. Si reintentar no ayuda, abra la aplicación de nuevo desde las Aplicaciones de su tienda.',
    retry: 'Reintentar',
    toDeliveries: 'Ir a las entregas',
  },
};
