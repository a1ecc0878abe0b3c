package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

const (
	chainBatch  = 1000 // rows in a block of the backlog
	chainEvents = 300  // events per block; those of one position stay together
)

// Chain is a business's hash chain of visits, rewards and events (decision 0049).
type Chain struct{ tx *Tx }

// ChainIn gives access to the business's chain.
func ChainIn(tx *Tx) Chain { return Chain{tx} }

const chainBlockColumns = `number, previous, hash, sealed_at, events_to, newest_event, backlog, events_hash, rows_hash`

func scanChainBlock(row scanner, block *ChainBlock, further ...any) error {
	var sealedAt int64
	err := row.Scan(append([]any{
		&block.Number, &block.Previous, &block.Hash, &sealedAt, &block.EventsTo, &block.newestEvent, &block.backlog, &block.eventsHash, &block.rowsHash,
	}, further...)...)
	block.SealedAt = time.UnixMilli(sealedAt).UTC()
	return err
}

// Last returns the last block without its seals, or the zero block.
func (q Chain) Last() (ChainBlock, error) {
	var block ChainBlock
	err := q.tx.queryEach(`SELECT `+chainBlockColumns+` FROM chain_blocks WHERE business_id = $1 ORDER BY number DESC LIMIT 1`,
		[]any{q.tx.businessID}, func(row scanner) error { return scanChainBlock(row, &block) })
	return block, wrapError("reading the last block of the hash chain", err)
}

// Next returns the next block, or false if all is sealed. A block seals events with the rows that they changed or,
// without new events, a batch of the backlog. upTo is a final position (Events.Last).
func (q Chain) Next(upTo int64, now time.Time) (ChainBlock, bool, error) {
	last, err := q.Last()
	if err != nil {
		return ChainBlock{}, false, err
	}
	next := ChainBlock{SealedAt: now, EventsTo: max(last.EventsTo, upTo), backlog: last.cursor()}
	var events []chainedEvent
	if upTo > last.EventsTo {
		if next.EventsTo, err = q.endOfBlock(last.EventsTo, upTo); err == nil {
			events, err = q.eventsBetween(last.EventsTo, next.EventsTo)
		}
	}
	if err != nil {
		return ChainBlock{}, false, err
	}
	var rows []rowSeal
	switch {
	case len(events) > 0:
		if rows, err = q.sealsByEvents(events); err == nil {
			next.backlog, err = q.backlogAfter(events, next.backlog)
		}
	case next.backlog != backlogDone:
		rows, next.backlog, err = q.olderRows(next.backlog)
	default:
		return ChainBlock{}, false, nil
	}
	if err != nil {
		return ChainBlock{}, false, err
	}
	seals := make([]eventSeal, len(events))
	for i, event := range events {
		seals[i], next.newestEvent = event.seal, max(next.newestEvent, event.seal.at)
	}
	next.link(q.tx.businessID, last, rows, seals)
	return next, true, nil
}

func (q Chain) endOfBlock(after, upTo int64) (int64, error) {
	end := upTo
	_, err := q.tx.queryOne(`SELECT position FROM events WHERE business_id = $1 AND position > $2 AND position <= $3 ORDER BY position, number LIMIT 1 OFFSET $4`,
		[]any{q.tx.businessID, after, upTo, chainEvents - 1}, &end)
	return end, wrapError("finding the events of a block", err)
}

func (q Chain) sealsByEvents(events []chainedEvent) ([]rowSeal, error) {
	changes, err := q.changedBy(events)
	if err != nil {
		return nil, err
	}
	visits, err := q.sealsOf(chainedVisits, changes.visits)
	if err != nil {
		return nil, err
	}
	rewards, err := q.sealsOf(chainedRewards, changes.rewards)
	if err != nil {
		return nil, err
	}
	seals := slices.Concat(visits, rewards)
	for _, id := range changes.removedRewards {
		seals = append(seals, rowSeal{table: chainedRewards, id: id, kind: removedRow})
	}
	return append(seals, missingSeals(changes, seals)...), nil
}

// missingSeals returns seals for changed rows that were removed, by hand or by an act of a later event.
func missingSeals(changes changedRows, seals []rowSeal) (missing []rowSeal) {
	sealedKeys := make(map[rowKey]bool, len(seals))
	for _, seal := range seals {
		sealedKeys[rowKey{seal.table, seal.id}] = true
	}
	add := func(table chainedTable, ids []string) {
		for _, id := range ids {
			if !sealedKeys[rowKey{table, id}] {
				missing = append(missing, rowSeal{table: table, id: id, kind: missingRow})
			}
		}
	}
	add(chainedVisits, changes.visits)
	add(chainedRewards, changes.rewards)
	return missing
}

// backlogAfter restarts the backlog after a restore, which adds rows without events and ends with a reactivation. It
// does so only while no row is sealed: only empty businesses are restored.
func (q Chain) backlogAfter(events []chainedEvent, backlog string) (string, error) {
	if !slices.ContainsFunc(events, func(e chainedEvent) bool { return e.kind == loyalty.EventReactivated }) {
		return backlog, nil
	}
	var blockNumber int64
	found, err := q.tx.queryOne(`SELECT number FROM chain_blocks WHERE business_id = $1 AND row_seals <> '' ORDER BY number LIMIT 1`,
		[]any{q.tx.businessID}, &blockNumber)
	if err != nil || found {
		return backlog, wrapError("finding sealed rows", err)
	}
	return backlogVisits, nil
}

func (q Chain) olderRows(cursor string) (rows []rowSeal, next string, err error) {
	if id, isVisits := strings.CutPrefix(cursor, backlogVisits); isVisits {
		if rows, err = q.sealsAfter(chainedVisits, id); len(rows) == chainBatch {
			return rows, backlogVisits + rows[chainBatch-1].id, err
		}
		return rows, backlogRewards, err
	}
	if rows, err = q.sealsAfter(chainedRewards, strings.TrimPrefix(cursor, backlogRewards)); len(rows) == chainBatch {
		return rows, backlogRewards + rows[chainBatch-1].id, err
	}
	return rows, backlogDone, err
}

// Append adds a block, or returns false if another server has added it.
func (q Chain) Append(b ChainBlock) (bool, error) {
	rowCount, err := q.tx.exec(`
		INSERT INTO chain_blocks (business_id, `+chainBlockColumns+`, event_seals, row_seals)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (business_id, number) DO NOTHING`,
		q.tx.businessID, b.Number, b.Previous, b.Hash, b.SealedAt.UnixMilli(), b.EventsTo, b.newestEvent, b.backlog, b.eventsHash, b.rowsHash,
		b.eventSeals, b.rowSeals)
	return rowCount == 1, wrapError("adding a block to the hash chain", err)
}

// RemoveEventSeals removes old event seals; the blocks keep their hashes.
func (q Chain) RemoveEventSeals(before time.Time, limit int) (int, error) {
	return remove(q.tx, "seals of events", `
		UPDATE chain_blocks SET event_seals = '' WHERE business_id = $1 AND number IN (
			SELECT number FROM chain_blocks WHERE business_id = $1 AND event_seals <> '' AND newest_event < $2 ORDER BY newest_event LIMIT $3)`,
		q.tx.businessID, millis(before), limit)
}

// IsRestoring reports whether a restore or a move has not yet written all rows.
func (q Chain) IsRestoring() (bool, error) {
	running, err := incompleteBusinesses(q.tx)
	return running[q.tx.businessID], err
}

// ListUnsealed returns businesses with a backlog or unsealed events up to a position.
func (q PlatformBusinesses) ListUnsealed(upTo int64) ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT b.id FROM businesses b LEFT JOIN chain_blocks c ON c.business_id = b.id
			AND c.number = (SELECT max(l.number) FROM chain_blocks l WHERE l.business_id = b.id)
		WHERE coalesce(c.backlog, '`+backlogVisits+`') <> '`+backlogDone+`' OR EXISTS (
			SELECT 1 FROM events e WHERE e.business_id = b.id AND e.position > c.events_to AND e.position <= $1)`, upTo)
	return ids, wrapError("finding businesses to seal", err)
}

// ChainHeads returns each business's last block.
func (q PlatformBusinesses) ChainHeads() ([]ChainHead, error) {
	heads := []ChainHead{}
	err := q.tx.queryEach(`
		SELECT c.business_id, c.number, c.hash FROM businesses b CROSS JOIN chain_blocks c
		WHERE c.business_id = b.id AND c.number = (SELECT max(l.number) FROM chain_blocks l WHERE l.business_id = b.id)`, nil, func(row scanner) error {
		var head ChainHead
		err := row.Scan(&head.BusinessID, &head.Number, &head.Hash)
		heads = append(heads, head)
		return err
	})
	return heads, wrapError("reading the heads of the hash chains", err)
}

// ChainHeads reads the chain heads of a copy of the database, in a folder that no server uses, sorted by business.
func ChainHeads(ctx context.Context, folder string) (heads []ChainHead, err error) {
	st, err := OpenReadOnly(ctx, Location{Folder: folder})
	if err != nil {
		return nil, fmt.Errorf("reading the hash chains: %w", err)
	}
	defer func() {
		if fault := st.Close(); err == nil {
			err = fault
		}
	}()
	err = st.SurveyPlatform(ctx, func(tx *PlatformTx) (err error) {
		heads, err = tx.Businesses().ChainHeads()
		return err
	})
	slices.SortFunc(heads, func(a, b ChainHead) int { return strings.Compare(a.BusinessID, b.BusinessID) })
	return heads, err
}
