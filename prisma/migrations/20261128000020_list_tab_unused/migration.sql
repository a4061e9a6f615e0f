-- "Delivery_list_attention" took its place. Lists of the previous release sort until its processes have ended.
DROP INDEX "Delivery_list_tab";
