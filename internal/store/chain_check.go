package store

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// ChainCheck configures CheckChain.
type ChainCheck struct {
	Now     time.Time
	Against []ChainHead // known from a backup
	// Report is called for each difference.
	Report func(businessID, difference string) error
}

// CheckChain returns the number of differences between rows or events and their chains. It reads block by block in one
// transaction, with eight bytes per row in memory. Of rows that events after the last block may have changed, it
// compares only the fixed columns.
func (s *Store) CheckChain(ctx context.Context, check ChainCheck) (int64, error) {
	var differenceCount int64
	report := check.Report
	check.Report = func(businessID, difference string) error {
		differenceCount++
		return report(businessID, difference)
	}
	err := s.ViewWhole(ctx, "", func(tx *Tx) error { return checkChains(tx, check) })
	return differenceCount, err
}

func checkChains(tx *Tx, check ChainCheck) error {
	businesses, err := tx.queryStrings(`SELECT id FROM businesses ORDER BY id`)
	if err != nil {
		return fmt.Errorf("listing the businesses: %w", err)
	}
	incomplete, err := incompleteBusinesses(tx)
	for _, id := range businesses {
		if err == nil && !incomplete[id] {
			err = newChainVerifier(tx.in(id), check).verify()
		}
	}
	if err == nil {
		err = compareHeads(tx, check)
	}
	return err
}

func compareHeads(tx *Tx, check ChainCheck) error {
	for _, head := range check.Against {
		var hash string
		_, err := tx.queryOne(`SELECT hash FROM chain_blocks WHERE business_id = $1 AND number = $2`, []any{head.BusinessID, head.Number}, &hash)
		switch {
		case err != nil:
			return fmt.Errorf("comparing the hash chain with that of the backup: %w", err)
		case hash == "":
			err = check.Report(head.BusinessID, fmt.Sprintf("the hash chain has no block %d, which the backup has", head.Number))
		case hash != head.Hash:
			err = check.Report(head.BusinessID, fmt.Sprintf("block %d of the hash chain differs from that of the backup", head.Number))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type chainVerifier struct {
	chain  Chain
	check  ChainCheck
	last   ChainBlock
	cutoff int64 // milliseconds; older events may be removed

	pending      map[rowKey]bool // rows that later events may have changed
	seed         maphash.Seed
	seenHashes   map[uint64]struct{} // hashes of sealed rows
	reportedKeys map[rowKey]bool
}

type rowKey struct {
	table chainedTable
	id    string
}

func newChainVerifier(tx *Tx, check ChainCheck) *chainVerifier {
	return &chainVerifier{
		chain: ChainIn(tx), check: check, cutoff: check.Now.Add(-loyalty.EventRetention).UnixMilli(),
		pending: map[rowKey]bool{}, seed: maphash.MakeSeed(), seenHashes: map[uint64]struct{}{}, reportedKeys: map[rowKey]bool{},
	}
}

func (v *chainVerifier) verify() (err error) {
	if v.last, err = v.chain.Last(); err != nil || v.last.Number == 0 {
		return err
	}
	for _, step := range []func() error{v.readPending, v.verifyLinks, v.verifyRows, v.findUnsealed, v.verifyEvents} {
		if err := step(); err != nil {
			return fmt.Errorf("checking the hash chain of business %s: %w", v.chain.tx.businessID, err)
		}
	}
	return nil
}

func (v *chainVerifier) report(format string, args ...any) error {
	return v.check.Report(v.chain.tx.businessID, fmt.Sprintf(format, args...))
}

func (v *chainVerifier) reportRow(key rowKey, fault string) error {
	if v.reportedKeys[key] {
		return nil
	}
	v.reportedKeys[key] = true
	return v.report("%s %s %s", key.table.noun(), key.id, fault)
}

func (v *chainVerifier) readPending() error {
	events, err := v.chain.eventsBetween(v.last.EventsTo, math.MaxInt64)
	if err != nil {
		return err
	}
	if v.last.backlog, err = v.chain.backlogAfter(events, v.last.backlog); err != nil {
		return err
	}
	changes, err := v.chain.changedBy(events)
	for _, id := range changes.visits {
		v.pending[rowKey{chainedVisits, id}] = true
	}
	for _, id := range append(changes.rewards, changes.removedRewards...) {
		v.pending[rowKey{chainedRewards, id}] = true
	}
	return err
}

func (v *chainVerifier) verifyLinks() error {
	var before ChainBlock
	return v.chain.tx.queryEach(`SELECT `+chainBlockColumns+`, event_seals, row_seals FROM chain_blocks WHERE business_id = $1 ORDER BY number`,
		[]any{v.chain.tx.businessID}, func(row scanner) error {
			var block ChainBlock
			if err := scanChainBlock(row, &block, &block.eventSeals, &block.rowSeals); err != nil {
				return err
			}
			block.Previous, block.Hash, block.backlog = strings.Clone(block.Previous), strings.Clone(block.Hash), strings.Clone(block.backlog)
			fault := v.faultOf(block, before)
			before = block
			before.eventSeals, before.rowSeals = "", ""
			if fault == "" {
				return nil
			}
			return v.report("block %d of the hash chain %s", block.Number, fault)
		})
}

func (v *chainVerifier) faultOf(block, before ChainBlock) string {
	switch {
	case block.Number != before.Number+1 || block.Previous != before.Hash:
		return "does not follow the one before"
	case block.Hash != block.computeHash(v.chain.tx.businessID), block.rowsHash != hashText(block.rowSeals):
		return "was changed"
	case block.eventsHash == hashText(block.eventSeals):
		return ""
	case block.eventSeals != "":
		return "was changed"
	case block.newestEvent >= v.cutoff:
		return "has lost the seals of events that are not old enough to be removed"
	}
	return ""
}

// verifyRows compares rows with their seals, backwards: the newest seal comes first.
func (v *chainVerifier) verifyRows() error {
	for number := v.last.Number; number > 0; number-- {
		var text string
		if _, err := v.chain.tx.queryOne(`SELECT row_seals FROM chain_blocks WHERE business_id = $1 AND number = $2`,
			[]any{v.chain.tx.businessID, number}, &text); err != nil {
			return err
		}
		seals, err := decodeRowSeals(text)
		if err != nil {
			continue // reported by verifyLinks
		}
		if err := v.compareRows(number, seals); err != nil {
			return err
		}
	}
	return nil
}

func (v *chainVerifier) compareRows(number int64, seals []rowSeal) error {
	ids := map[chainedTable][]string{}
	for _, seal := range seals {
		if _, isSealed := sealedColumnsOf[seal.table]; isSealed {
			ids[seal.table] = append(ids[seal.table], seal.id)
		}
	}
	present := map[rowKey]rowSeal{}
	for table, tableIDs := range ids {
		rows, err := v.chain.sealsOf(table, tableIDs)
		if err != nil {
			return err
		}
		for _, row := range rows {
			present[rowKey{table, row.id}] = row
		}
	}
	for _, seal := range seals {
		row, exists := present[rowKey{seal.table, seal.id}]
		if err := v.compareRow(number, seal, row, exists); err != nil {
			return err
		}
	}
	return nil
}

// compareRow compares a row's fixed columns with every seal, the others with the newest.
func (v *chainVerifier) compareRow(number int64, seal, row rowSeal, exists bool) error {
	key := rowKey{seal.table, seal.id}
	isNewest := v.see(key)
	switch {
	case seal.kind != sealedRow && exists && isNewest:
		return v.reportRow(key, "exists, but was removed")
	case seal.kind == missingRow && isNewest && !v.pending[key]:
		return v.reportRow(key, fmt.Sprintf("is missing, though events of block %d name it", number))
	case seal.kind != sealedRow:
		return nil
	case !exists && isNewest && !v.pending[key]:
		return v.reportRow(key, fmt.Sprintf("is missing, and was sealed in block %d", number))
	case exists && row.fixedDigest != seal.fixedDigest, exists && isNewest && row.stateDigest != seal.stateDigest && !v.pending[key]:
		return v.reportRow(key, fmt.Sprintf("is not as it was sealed in block %d", number))
	}
	return nil
}

func (v *chainVerifier) see(key rowKey) bool {
	hash := v.hash(key)
	_, known := v.seenHashes[hash]
	v.seenHashes[hash] = struct{}{}
	return !known
}

func (v *chainVerifier) hash(key rowKey) uint64 {
	return maphash.String(v.seed, string(rune(key.table))+key.id)
}

func (v *chainVerifier) findUnsealed() error {
	var tables []chainedTable
	if !strings.HasPrefix(v.last.backlog, backlogVisits) {
		tables = append(tables, chainedVisits)
	}
	if v.last.IsComplete() {
		tables = append(tables, chainedRewards)
	}
	for _, table := range tables {
		err := v.chain.tx.queryEach(`SELECT id FROM `+sealedColumnsOf[table].table+` WHERE business_id = $1`, []any{v.chain.tx.businessID}, func(row scanner) error {
			key := rowKey{table: table}
			if err := row.Scan(&key.id); err != nil {
				return err
			}
			if _, known := v.seenHashes[v.hash(key)]; known || v.pending[key] {
				return nil
			}
			key.id = strings.Clone(key.id)
			return v.reportRow(key, "exists, but was never sealed")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (v *chainVerifier) verifyEvents() error {
	after := int64(0)
	for number := int64(1); number <= v.last.Number; number++ {
		var block ChainBlock
		err := v.chain.tx.queryEach(`SELECT `+chainBlockColumns+`, event_seals FROM chain_blocks WHERE business_id = $1 AND number = $2`,
			[]any{v.chain.tx.businessID, number}, func(row scanner) error { return scanChainBlock(row, &block, &block.eventSeals) })
		if err != nil {
			return err
		}
		seals, err := decodeEventSeals(block.eventSeals)
		if err != nil || block.eventSeals == "" && block.eventsHash != hashText("") {
			after = block.EventsTo // reported by verifyLinks
			continue
		}
		if err := v.compareEvents(after, block.EventsTo, seals); err != nil {
			return err
		}
		after = block.EventsTo
	}
	return nil
}

func (v *chainVerifier) compareEvents(after, upTo int64, seals []eventSeal) error {
	if upTo <= after {
		return nil
	}
	events, err := v.chain.eventsBetween(after, upTo)
	if err != nil {
		return err
	}
	type place struct{ position, number int64 }
	present := map[place]eventSeal{}
	for _, event := range events {
		present[place{event.seal.position, event.seal.number}] = event.seal
	}
	for _, seal := range seals {
		at := place{seal.position, seal.number}
		event, exists := present[at]
		delete(present, at)
		switch {
		case !exists && seal.at > v.cutoff:
			err = v.report("event %d/%d is missing", at.position, at.number)
		case exists && event.digest != seal.digest:
			err = v.report("event %d/%d is not as it was sealed", at.position, at.number)
		}
		if err != nil {
			return err
		}
	}
	for at := range present {
		if err := v.report("event %d/%d exists, but was never sealed", at.position, at.number); err != nil {
			return err
		}
	}
	return nil
}
