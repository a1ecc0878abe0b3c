package store_test

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
	"errors"
)

func (c *caller) restoreSpecials() []special {
	calls := map[string]func(store.DataJobs, store.RestoredRows) error{
		"DataJobs.Begin": func(jobs store.DataJobs, _ store.RestoredRows) error {
			_, err := jobs.Begin(store.DataJob{Claim: "claim", Until: c.now}, c.now)
			return err
		},
		"DataJobs.TakeOver": func(jobs store.DataJobs, _ store.RestoredRows) error {
			if _, err := jobs.Begin(store.DataJob{Claim: "claim", Until: c.now, Undo: "{}"}, c.now); err != nil {
				return err
			}
			_, _, err := jobs.TakeOver("other", c.now, c.now)
			return err
		},
		"DataJobs.Renew": func(jobs store.DataJobs, _ store.RestoredRows) error {
			_, err := jobs.Renew("claim", c.now)
			return err
		},
		"DataJobs.SetUndo": func(jobs store.DataJobs, _ store.RestoredRows) error {
			if _, err := jobs.Begin(store.DataJob{Claim: "claim", Until: c.now}, c.now); err != nil {
				return err
			}
			return jobs.SetUndo("claim", "{}")
		},
		"DataJobs.End":         func(jobs store.DataJobs, _ store.RestoredRows) error { _, err := jobs.End("claim"); return err },
		"DataJobs.Release":     func(jobs store.DataJobs, _ store.RestoredRows) error { return jobs.Release("claim") },
		"DataJobs.IsRestoring": func(jobs store.DataJobs, _ store.RestoredRows) error { _, err := jobs.IsRestoring(); return err },
		"RestoredRows.Has":     func(_ store.DataJobs, rows store.RestoredRows) error { _, err := rows.HasCustomers(); return err },
		"RestoredRows.TakenIDs": func(_ store.DataJobs, rows store.RestoredRows) error {
			_, err := rows.TakenIDs(c.customers[:2])
			return err
		},
		"RestoredRows.Trail": func(_ store.DataJobs, rows store.RestoredRows) error {
			_, err := rows.TrailBefore(c.now.UnixMilli(), 10)
			return err
		},
		"RestoredRows.Days": func(_ store.DataJobs, rows store.RestoredRows) error { _, err := rows.UsageDays(); return err },
		"RestoredRows.Remove": func(_ store.DataJobs, rows store.RestoredRows) error {
			undo := store.RestoreUndo{Users: []string{c.owner}, Devices: []string{"tablet0"}, Days: []string{"2026-03-26"}, Trail: []string{"a"}, NamedUsers: []string{c.owner}}
			if _, _, err := rows.Remove(undo, 0, 0); err != nil {
				return err
			}
			return rows.RemoveNothing(undo)
		},
		"RestoredRows.EachRow": func(_ store.DataJobs, rows store.RestoredRows) error {
			for _, table := range store.RestoredTables() {
				if err := rows.EachRow(table, func(store.RestoredRow) error { return nil }); err != nil {
					return err
				}
			}
			return nil
		},
		"RestoredRows.Insert": func(_ store.DataJobs, rows store.RestoredRows) error {
			row := store.RestoredRow{"id": "freshfamily", "name": "Familia", "policy": string(loyalty.PolicyPool), "created_at": int64(1)}
			row.Make("families")
			if err := rows.Insert("families", []store.RestoredRow{row}); err != nil {
				return err
			}
			return errors.Join(rows.SetReferences([]store.RestoredRow{{"id": c.customers[0]}}), rows.MarkImported(c.customers[:1]),
				rows.SetNamesIfEmpty(map[string]string{c.owner: "Ana"}))
		},
	}
	specials := []special{{"Store.Check", func(tx *store.Tx, _ *store.PlatformTx) error { _, err := store.Restoring(tx); return err }}, {"EachBookEntry", func(tx *store.Tx, _ *store.PlatformTx) error {
		return store.EachBookEntry(tx, func(store.BookEntry) error { return nil })
	}}}
	for method, call := range calls {
		specials = append(specials, special{method, func(tx *store.Tx, _ *store.PlatformTx) error {
			return call(store.DataJobsIn(tx), store.RestoredRowsIn(tx))
		}})
	}
	return specials
}
