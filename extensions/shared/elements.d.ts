// Shared components are checked against the elements that all targets of the admin have.
import '@shopify/ui-extensions/admin.order-details.action.render';
import '@shopify/ui-extensions/admin.order-details.print-action.render';
