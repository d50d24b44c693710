-- Pairs of neighboring characters that the index of words doesn't find: in scripts without spaces
-- between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese), and at apostrophes ("don't" consists of
-- two stop words). A text can only contain another one, in any case, if it has all of its pairs.
CREATE FUNCTION letter_pairs("text" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  signs CONSTANT text := '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\u2e80-\u31ff\u32d0-\u3357\u3400-\u9fff\ua9e0-\ua9ff\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U000116d0-\U000116ff\U00016fe0-\U00016fff\U0001aff0-\U0001b16f\U0001f200\U00020000-\U0003ffff]';
BEGIN
  IF "text" COLLATE "C" !~ (signs || '|[''’]') THEN RETURN '{}'; END IF;
  RETURN ARRAY(
    SELECT sign || lead(sign) OVER (PARTITION BY run ORDER BY place)
      FROM regexp_matches("text" COLLATE "C", signs || '{2,}', 'g') WITH ORDINALITY AS runs(letters, run),
        string_to_table(letters[1], NULL) WITH ORDINALITY AS each(sign, place)
    UNION
    -- Without i, k and s, which other characters equal in another case.
    SELECT pair[1] FROM regexp_matches(lower("text" COLLATE "C"), '[a-hjl-rt-z0-9][''’]', 'g') AS pair
    UNION
    SELECT pair[1] FROM regexp_matches(lower("text" COLLATE "C"), '[''’][a-hjl-rt-z0-9]', 'g') AS pair
    EXCEPT SELECT NULL);
END
$$;
