// What is shared is checked against the elements that all of the admin's targets have.
import '@shopify/ui-extensions/admin.order-details.action.render';
