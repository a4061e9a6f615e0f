-- "CountedFulfillment"."finding" is called "result" from now on, the word that the code and the glossary use.
-- Processes of the former version may run beside this one during a deploy: they write and read "finding". The column
-- therefore stays, and the database fills whichever of the two is missing. A later version drops "finding" with the trigger.
ALTER TABLE "CountedFulfillment" ADD COLUMN "result" TEXT;
UPDATE "CountedFulfillment" SET "result" = "finding";
ALTER TABLE "CountedFulfillment"
  ALTER COLUMN "result" SET NOT NULL,
  ALTER COLUMN "finding" DROP NOT NULL,
  ADD CONSTRAINT "CountedFulfillment_result_check" CHECK ("result" IN ('known', 'missing', 'extra'));
CREATE FUNCTION "count_result_under_both_names"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."result" := coalesce(NEW."result", NEW."finding");
  NEW."finding" := NEW."result";
  RETURN NEW;
END $$;
CREATE TRIGGER "CountedFulfillment_result" BEFORE INSERT ON "CountedFulfillment"
  FOR EACH ROW EXECUTE FUNCTION "count_result_under_both_names"();
