-- How many boxes the warehouse packs; null before the hand-over, while nobody has said so.
ALTER TABLE "Delivery" ADD COLUMN "boxes" INTEGER CHECK ("boxes" > 0);
