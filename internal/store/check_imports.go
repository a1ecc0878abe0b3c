package store

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"axioma/internal/loyalty"
)

// importSums returns imports' counts and the sums of their rows. A merge moves an opening balance to the target, which
// may be merged too.
const importSums = `
	WITH RECURSIVE targets (business_id, record, target) AS (
		SELECT m.business_id, m.id, m.merged_into FROM customers m WHERE m.merged_into IS NOT NULL
		UNION
		SELECT t.business_id, t.record, m.merged_into FROM targets t
		JOIN customers m ON m.business_id = t.business_id AND m.id = t.target AND m.merged_into IS NOT NULL
	)
	SELECT i.business_id, i.id, i.state, i.counts, i.report, i.rows_done, i.started_at,
		(SELECT max(e.erased_at) FROM erasures e WHERE e.business_id = i.business_id),
		coalesce(s.skipped, 0), coalesce(s.created, 0), coalesce(s.stamps, 0)
	FROM imports i LEFT JOIN (
		SELECT r.business_id, r.import_id, r.run, count(r.reason) AS skipped,
			sum(CASE WHEN r.effect LIKE '{"created":true%' THEN 1 ELSE 0 END) AS created, CAST(sum(coalesce(a.stamps, 0)) AS BIGINT) AS stamps
		FROM import_rows r
		LEFT JOIN (
			SELECT t.business_id, t.record, t.target FROM targets t
			JOIN customers k ON k.business_id = t.business_id AND k.id = t.target AND k.merged_into IS NULL
		) c ON c.business_id = r.business_id AND c.record = r.customer_id
		LEFT JOIN adjustments a ON a.business_id = r.business_id AND a.customer_id IN (r.customer_id, c.target)
			AND a.kind = 'OPENING' AND r.effect LIKE '%"adjustment":"' || a.id || '"%'
		GROUP BY r.business_id, r.import_id, r.run
	) s ON s.business_id = i.business_id AND s.import_id = i.id AND s.run = i.run
	WHERE i.state NOT IN ('RECEIVING', 'UNDONE', 'DROPPED')`

const undoneImports = `
	SELECT i.business_id, i.id, i.undone,
		(SELECT count(*) FROM import_rows r WHERE r.business_id = i.business_id AND r.import_id = i.id AND r.effect IS NOT NULL),
		(SELECT count(DISTINCT m.customer_id) FROM import_claims m WHERE m.business_id = i.business_id AND m.import_id = i.id)
	FROM imports i WHERE i.state = 'UNDONE'`

func importInvariants() []invariant {
	return []invariant{
		{rule: "the rows of an import match its counts", query: importSums, evaluate: evaluateImport},
		{rule: "an undone import left only what its result counts", query: undoneImports, evaluate: evaluateUndoneImport},
		{rule: "every row of an import and every claim belongs to a customer of the same business", query: `
			SELECT r.business_id, 'row ' || CAST(r.number AS TEXT) || ' of import ' || r.import_id
			FROM import_rows r LEFT JOIN customers c ON c.business_id = r.business_id AND c.id = r.customer_id
			WHERE r.customer_id IS NOT NULL AND c.id IS NULL
			UNION ALL
			SELECT m.business_id, 'claim ' || CAST(m.number AS TEXT) || ' of customer ' || m.customer_id
			FROM import_claims m LEFT JOIN customers c ON c.business_id = m.business_id AND c.id = m.customer_id
			WHERE c.id IS NULL`},
		{rule: "a row of an import was rejected, or records what it changed", query: `
			SELECT r.business_id, 'row ' || CAST(r.number AS TEXT) || ' of import ' || r.import_id
			FROM import_rows r
			WHERE CASE WHEN r.reason IS NULL THEN 0 ELSE 1 END + CASE WHEN r.effect IS NULL THEN 0 ELSE 1 END <> 1
				OR (r.effect IS NULL) <> (r.customer_id IS NULL)`},
		{rule: "a business under restore is suspended, and the restore can be undone", ofRestores: true, evaluate: evaluateRestore, query: `
			SELECT j.business_id, b.status, j.rollback_data
			FROM data_jobs j JOIN businesses b ON b.id = j.business_id WHERE j.rollback_data IS NOT NULL`},
	}
}

// evaluateImport compares counts with rows, some of which an erasure may have removed.
func evaluateImport(row scanner) (business, breach string, err error) {
	var i loyalty.Import
	var counts, report string
	var startedAt, erasedAt sql.NullInt64
	var skippedRows, createdRows, stamps int64
	err = row.Scan(&business, &i.ID, &i.State, &counts, &report, &i.RowsDone, &startedAt, &erasedAt, &skippedRows, &createdRows, &stamps)
	if err != nil {
		return business, "", err
	}
	if json.Unmarshal([]byte(counts), &i.Counts) != nil || json.Unmarshal([]byte(report), &i.Report) != nil {
		return business, "import " + i.ID + " has counts that are not JSON", nil
	}
	c := i.Counts
	total := c.New + c.Known + c.Merged + c.Skipped
	isComplete := i.State == loyalty.ImportChecked || i.State == loyalty.ImportDone
	hasEffects := i.State == loyalty.ImportImporting || i.State == loyalty.ImportDone
	hasErased := erasedAt.Valid && erasedAt.Int64 >= startedAt.Int64
	switch {
	case total != i.RowsDone || isComplete && total != i.Report.Rows:
		breach = fmt.Sprintf("counts %d rows of %d, after %d", total, i.Report.Rows, i.RowsDone)
	case skippedRows != c.Skipped:
		breach = fmt.Sprintf("has %d rejected rows and counts %d", skippedRows, c.Skipped)
	case hasEffects && (createdRows > c.New || createdRows < c.New && !hasErased):
		breach = fmt.Sprintf("has %d rows of new customers and counts %d", createdRows, c.New)
	case hasEffects && (stamps > c.OpeningStamps || stamps < c.OpeningStamps && !hasErased):
		breach = fmt.Sprintf("has rows with %d opening stamps and counts %d", stamps, c.OpeningStamps)
	}
	if breach != "" {
		breach = "import " + i.ID + " " + breach
	}
	return business, breach, nil
}

func evaluateUndoneImport(row scanner) (business, breach string, err error) {
	var id, resultJSON string
	var effects, claimants int64
	if err := row.Scan(&business, &id, &resultJSON, &effects, &claimants); err != nil {
		return business, "", err
	}
	var undone loyalty.ImportUndoResult
	if json.Unmarshal([]byte(resultJSON), &undone) != nil || effects > 0 || claimants > undone.Kept {
		breach = fmt.Sprintf("import %s still has %d rows, and claims of %d customers, but its result counts %d kept customers", id, effects, claimants, undone.Kept)
	}
	return business, breach, nil
}

// evaluateRestore finds businesses under restore that are not suspended (a counter could use them) or cannot be rolled
// back.
func evaluateRestore(row scanner) (business, breach string, err error) {
	var status loyalty.BusinessStatus
	var undoJSON string
	if err := row.Scan(&business, &status, &undoJSON); err != nil {
		return business, "", err
	}
	var undo RestoreUndo
	if status != loyalty.BusinessSuspended || json.Unmarshal([]byte(undoJSON), &undo) != nil || undo.Status == "" {
		breach = "restore of the business, which is " + string(status)
	}
	return business, breach, nil
}
