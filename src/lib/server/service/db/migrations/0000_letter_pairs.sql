-- Pairs of neighboring characters in scripts without spaces between words (Thai, Lao, Burmese, Khmer,
-- Chinese, Japanese): a text can only contain another one if it has all of its pairs.
CREATE FUNCTION letter_pairs("text" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\u31ff\u32d0-\u3357\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U000116d0-\U000116ff\U00016fe0-\U00016fff\U0001aff0-\U0001b16f\U0001f200\U00020000-\U0003ffff]';
BEGIN
  IF "text" COLLATE "C" !~ signs THEN RETURN '{}'; END IF;
  RETURN ARRAY(
    SELECT DISTINCT pair FROM (
      SELECT sign || lead(sign) OVER (PARTITION BY run ORDER BY place) AS pair
      FROM regexp_matches("text" COLLATE "C", signs || '+', 'g') WITH ORDINALITY AS runs(letters, run),
        string_to_table(letters[1], NULL) WITH ORDINALITY AS each(sign, place)
    ) pairs
    WHERE pair IS NOT NULL);
END
$$;
