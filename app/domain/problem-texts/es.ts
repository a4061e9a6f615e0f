import type { Texts } from './text.ts';

/** Spanish of Latin America. */
export const es: Texts = {
  fields: {
    name: 'nombre',
    company: 'empresa',
    phone: 'teléfono',
    email: 'correo',
    street: 'dirección',
    city: 'ciudad',
    province: 'provincia o región',
    zip: 'código postal',
    country: 'país',
    lines: 'artículos',
  },
  problems: {
    'operator-refused': {
      sentence: 'El operador rechazó la orden de entrega[: {message}].',
      nextStep: 'Corrija lo que indica el operador, en el pedido o en la configuración, y envíe de nuevo.',
    },
    'operator-unreachable': {
      sentence: 'No se pudo contactar al operador después de varios intentos[: {message}].',
      nextStep: 'Envíe de nuevo más tarde. Si continúa, pregunte al operador si su servicio funciona.',
    },
    'order-number-taken': {
      sentence: 'El operador ya tiene otra entrega con el número de orden {orderNumber}.',
      nextStep:
        'Defina en la configuración un prefijo propio para los números de orden, o consulte al operador por esa entrega.',
    },
    'order-number-too-long': {
      sentence: 'El número de orden tendría {length} caracteres; se envían como máximo {limit}.',
      nextStep: 'Elija en la configuración un prefijo o una plantilla más cortos para los números de orden.',
    },
    'outcome-unknown': {
      sentence: 'No se sabe si el operador recibió la orden[: {message}].',
      nextStep: 'Pregunte al operador si el número de orden existe antes de enviarla de nuevo.',
    },
    'unknown-to-operator': {
      sentence: 'El operador, que había aceptado la orden, ya no conoce su número.',
      nextStep: 'Pregunte al operador qué pasó con la entrega. Mientras tanto se la sigue buscando.',
    },
    'cancelled-after-hand-over': {
      sentence: 'El envío se canceló cuando el operador ya lo había recibido.',
      nextStep: 'Llame al operador para detener la entrega: desde aquí no se puede cancelar.',
    },
    'edited-after-hand-over': {
      sentence: 'El pedido cambió cuando el operador ya lo había recibido: {fields}.',
      nextStep: 'Llame al operador si la entrega debe cambiar: desde aquí no se puede. Luego márquelo como atendido.',
    },
    'shopify-access-missing': {
      sentence: 'La aplicación no tiene permiso para leer este pedido.',
      nextStep: 'Abra la aplicación una vez y acepte los permisos que solicita.',
    },
    'shopify-unreachable': {
      sentence: 'No se pudo contactar a Shopify después de varios intentos.',
      nextStep: 'Envíe de nuevo más tarde.',
    },
    'unexpected-failure': {
      sentence: 'Algo falló en Handoff, una y otra vez.',
      nextStep: 'Envíe de nuevo; si vuelve a fallar, escríbanos con el número de pedido.',
    },
    'order-number-unreadable': {
      sentence: 'El número de orden tendría caracteres que no se pueden enviar.',
      nextStep:
        'Use letras, dígitos, espacios y . _ - / : + ( ) en el prefijo y la plantilla de los números de orden, y en los nombres de pedido de la tienda.',
    },
    'pickup-missing': {
      sentence: 'Todavía no se ha definido dónde retira la mercadería el operador.',
      nextStep: 'Elija en la configuración un punto de retiro para la sucursal de este envío, o uno predeterminado.',
    },
    'customer-data-withheld': {
      sentence: 'Shopify no entrega a esta aplicación el nombre, la dirección ni el teléfono del cliente.',
      nextStep: 'Pregunte a quien hace la aplicación si Shopify aprobó su acceso a los datos protegidos de clientes.',
    },
    'name-missing': {
      sentence: 'El pedido no tiene el nombre de quien recibe.',
      nextStep: 'Agregue un nombre a la dirección de envío del pedido.',
    },
    'phone-missing': {
      sentence: 'El pedido no tiene teléfono.',
      nextStep: 'Agregue un teléfono a la dirección de envío del pedido, o en la configuración uno para estos casos.',
    },
    'phone-unusable': {
      sentence: 'El pedido no tiene un teléfono al que se pueda llamar.',
      nextStep: 'Corrija el teléfono en la dirección de envío del pedido, con su código de país.',
    },
    'email-missing': {
      sentence: 'El pedido no tiene correo electrónico.',
      nextStep: 'Agregue un correo electrónico al pedido, o en la configuración uno para estos casos.',
    },
    'email-unusable': {
      sentence: 'El pedido no tiene un correo electrónico al que se pueda escribir.',
      nextStep: 'Corrija el correo electrónico del pedido.',
    },
    'address-missing': {
      sentence: 'El pedido no tiene dirección de envío.',
      nextStep: 'Agregue la calle y el número a la dirección de envío del pedido.',
    },
    'district-missing': {
      sentence: 'El pedido no indica el distrito donde la configuración lo busca.',
      nextStep:
        'Agregue el distrito a la dirección de envío del pedido, o elija en la configuración dónde se encuentra.',
    },
    'district-not-served': {
      sentence:
        'El distrito del pedido[ ({district})] no es uno de los del operador.[ Los nombres más parecidos: {nearest}.]',
      nextStep: 'Corrija el distrito en el pedido, o elija el nombre que usa el operador; quedará guardado.',
    },
    'time-zone-unknown': {
      sentence: 'No se conoce aquí la zona horaria de la tienda o del operador.',
      nextStep:
        'Corrija la zona horaria de la tienda en Shopify, o pida a quien hace la aplicación que corrija la del operador.',
    },
    'after-cutoff': {
      sentence: 'Ya es tarde para {service} hoy: la hora límite era {cutoff}.',
      nextStep: 'Envíelo mañana, o permita en la configuración que estos pedidos pasen al día siguiente.',
    },
    'closed-today': {
      sentence: 'Hoy no hay {service}: no es día hábil.',
      nextStep: 'Envíelo el próximo día hábil, o permita en la configuración que estos pedidos pasen al día siguiente.',
    },
    'window-missing': {
      sentence: '{service} necesita un horario de entrega, y ni el pedido ni la configuración lo tienen.',
      nextStep: 'Defina un horario para {service} en la configuración, o elija dónde lo traen los pedidos.',
    },
    'window-unreadable': {
      sentence: 'No se puede leer el horario de entrega del pedido ({source}).',
      nextStep: 'Escriba en el pedido la fecha como 2026-05-31 o 31/05/2026 y las horas como 09:00.',
    },
    'window-ends-before-start': {
      sentence: 'El horario de entrega del pedido no termina después de empezar ({source}).',
      nextStep: 'Corrija las horas en el pedido.',
    },
    'window-past': {
      sentence: 'El horario para {service} ya pasó.',
      nextStep: 'Acuerde otro horario con el cliente y corríjalo en el pedido, o elija otro servicio.',
    },
    'window-too-soon': {
      sentence: 'El día que eligió el cliente es demasiado pronto para {service}.',
      nextStep: 'Acuerde otro día con el cliente y corríjalo en el pedido, o elija otro servicio.',
    },
    'window-on-closed-day': {
      sentence: 'El día que eligió el cliente no es hábil.',
      nextStep:
        'Acuerde otro día con el cliente y corríjalo en el pedido, o corrija los días hábiles en la configuración.',
    },
    'price-unreadable': {
      sentence: 'No se puede leer el precio de una línea del envío.',
      nextStep: 'Revise los precios del pedido. Si están bien, envíe este problema a quien hace la aplicación.',
    },
    'file-link-unusable': {
      sentence: 'Un archivo del pedido no es un enlace https ({sources}).',
      nextStep: 'Corrija el enlace en el pedido, o en la configuración el lugar de los archivos.',
    },
    'order-invalid': {
      sentence: 'La orden de entrega no tiene la forma que pide el operador: {field}.',
      nextStep:
        'Revise la configuración que decide este campo. Si está bien, envíe este problema a quien hace la aplicación.',
    },
  },
  skips: {
    'fulfillment-gone': {
      sentence: 'Shopify ya no conoce este envío.',
      nextStep: 'No hay nada que hacer.',
    },
    'fulfillment-cancelled': {
      sentence: 'El envío está cancelado.',
      nextStep: 'Prepare de nuevo los artículos si deben entregarse.',
    },
    'fulfillment-not-successful': {
      sentence: 'El envío no está completo en Shopify[ ({detail})].',
      nextStep: 'Se revisará de nuevo cuando Shopify diga que lo está.',
    },
    'order-cancelled': { sentence: 'El pedido está cancelado.', nextStep: 'No hay nada que hacer.' },
    'nothing-to-ship': { sentence: 'Nada en el envío requiere despacho.', nextStep: 'No hay nada que hacer.' },
    'delivery-method': {
      sentence: 'El cliente eligió una forma de entrega que no se envía al operador[ ({detail})].',
      nextStep: 'Envíelo de todos modos, o elija en la configuración qué formas de entrega se envían.',
    },
    country: {
      sentence: 'El pedido va a un país que no se envía al operador.',
      nextStep: 'Envíelo de todos modos, o elija en la configuración qué países se envían.',
    },
    'test-order': {
      sentence: 'Es un pedido de prueba.',
      nextStep: 'Envíelo de todos modos, o permita en la configuración que se envíen pedidos de prueba.',
    },
    'other-tracking': {
      sentence: 'El envío ya lleva el seguimiento de otro transportista.',
      nextStep: 'Envíelo de todos modos si también debe entregarlo este operador.',
    },
    'tag-missing': {
      sentence: 'El pedido no lleva ninguna de las etiquetas que se envían al operador[: {detail}].',
      nextStep: 'Envíelo de todos modos, o cambie las etiquetas en la configuración.',
    },
    'tag-excluded': {
      sentence: 'El pedido lleva una etiqueta que no se envía al operador[: {detail}].',
      nextStep: 'Envíelo de todos modos, o cambie las etiquetas en la configuración.',
    },
    'high-risk': {
      sentence: 'Shopify califica como alto el riesgo de fraude de este pedido.',
      nextStep: 'Envíelo de todos modos una vez que haya revisado el pedido.',
    },
    'location-switched-off': {
      sentence: 'Nada se envía al operador desde esta sucursal[: {detail}].',
      nextStep: 'Envíelo de todos modos, o active la sucursal en la configuración.',
    },
    'service-rule': {
      sentence: 'Una regla suya dice que no se envía al operador[: {detail}].',
      nextStep: 'Envíelo de todos modos, o cambie la regla en la configuración.',
    },
    stopped: {
      sentence: 'Alguien lo detuvo antes de que se enviara al operador.',
      nextStep: 'Envíelo de todos modos si finalmente debe entregarse.',
    },
    handled: {
      sentence: 'Alguien lo marcó como resuelto.',
      nextStep: 'Envíelo de todos modos si finalmente debe entregarlo el operador.',
    },
  },
};
