package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// MoveState is an installation's progress in a move.
type MoveState string

// A source drains, then pauses, then has moved.
const (
	MoveArriving MoveState = "ARRIVING" // target: rows are missing
	MoveDraining MoveState = "DRAINING" // sends nothing new
	MovePaused   MoveState = "PAUSED"   // writes nothing
	MoveMoved    MoveState = "MOVED"    // served elsewhere
)

// BusinessMove is a business's move.
type BusinessMove struct {
	State  MoveState
	Place  string                 // without secrets
	Status loyalty.BusinessStatus // before the move

	ChangedAt time.Time // when the run of the command began that stored it; tells runs apart
}

func (m BusinessMove) isSame(other BusinessMove) bool {
	isSameInstant := m.ChangedAt.Equal(other.ChangedAt)
	m.ChangedAt = other.ChangedAt
	return isSameInstant && m == other
}

// ErrMoveChanged means that another run of the command has changed the move.
var ErrMoveChanged = errors.New("another run of this command has changed the move of the business")

// Moves reads and writes a business's move.
type Moves struct{ tx *Tx }

// MovesIn gives access to the business's move.
func MovesIn(tx *Tx) Moves { return Moves{tx} }

// Get returns the move, if any.
func (q Moves) Get() (BusinessMove, bool, error) {
	var move BusinessMove
	found, err := q.tx.queryOne(`SELECT state, place, status, changed_at FROM business_moves WHERE business_id = $1`,
		[]any{q.tx.businessID}, &move.State, &move.Place, &move.Status, (*optionalInstant)(&move.ChangedAt))
	return move, found, wrapError("reading the move of a business", err)
}

// Refuse returns loyalty.ErrBusinessMoving or loyalty.ErrBusinessMoved unless the business is served here.
func (q Moves) Refuse() error {
	move, found, err := q.Get()
	switch {
	case err != nil || !found:
		return err
	case move.State == MoveMoved:
		return loyalty.ErrBusinessMoved
	}
	return loyalty.ErrBusinessMoving
}

// refuseWrites refuses to write in a business that moves or has moved. A draining business allows them: workers record
// what they send.
func (q Moves) refuseWrites() error {
	move, found, err := q.Get()
	if err != nil || !found || move.State == MoveDraining {
		return err
	}
	return q.Refuse()
}

// Set replaces expectedMove, the zero value for none, and suspends the business. It waits for the business's
// writers and blocks new ones until it commits. It returns ErrMoveChanged if another move is stored.
func (q Moves) Set(expectedMove, move BusinessMove) error {
	if statement := q.tx.store.dialect.LockExclusive; statement != "" {
		if _, err := q.tx.exec(statement, q.tx.businessID); err != nil {
			return fmt.Errorf("waiting for the writers of a business: %w", err)
		}
	}
	if err := q.mustBe(expectedMove); err != nil {
		return err
	}
	err := q.tx.execOne(`
		INSERT INTO business_moves (business_id, state, place, status, changed_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (business_id) DO UPDATE SET state = excluded.state, place = excluded.place, changed_at = excluded.changed_at`,
		q.tx.businessID, move.State, move.Place, move.Status, millis(move.ChangedAt))
	if err != nil {
		return fmt.Errorf("storing the move of a business: %w", err)
	}
	return Business(q).SetStatus(loyalty.BusinessSuspended)
}

func (q Moves) mustBe(expectedMove BusinessMove) error {
	current, _, err := q.Get()
	if err == nil && !current.isSame(expectedMove) {
		err = ErrMoveChanged
	}
	return err
}

// Serve serves a business that has arrived completely, and restarts the counts of its visits. It returns ErrMoveChanged
// if another move than the expected one is stored.
func (q Moves) Serve(expectedMove BusinessMove, now time.Time) error {
	if err := q.mustBe(expectedMove); err != nil {
		return err
	}
	if err := q.tx.Reports().RestartDayCounts(loyalty.FirstUncounted(now)); err != nil {
		return err
	}
	if err := CustomerStepsIn(q.tx).Restart(); err != nil {
		return err
	}
	return q.End(expectedMove.Status, now)
}

// End serves the business again, with its former status.
func (q Moves) End(status loyalty.BusinessStatus, now time.Time) error {
	if err := q.tx.execOne(`DELETE FROM business_moves WHERE business_id = $1`, q.tx.businessID); err != nil {
		return fmt.Errorf("ending the move of a business: %w", err)
	}
	if err := Business(q).SetStatus(status); err != nil {
		return err
	}
	return q.tx.Events().Append(loyalty.Event{Kind: loyalty.EventReactivated, At: now})
}

// CountKeyed counts what depends on the installation's keys: devices, phones with a pass, accounts with recovery codes.
func (q Moves) CountKeyed() (count int64, err error) {
	_, err = q.tx.queryOne(`
		SELECT (SELECT count(*) FROM devices WHERE business_id = $1 AND token_hash IS NOT NULL AND revoked_at IS NULL)
			+ (SELECT count(*) FROM pass_holders WHERE business_id = $1)
			+ (SELECT count(*) FROM users u WHERE u.business_id = $1 AND (SELECT 1 FROM recovery_codes r WHERE r.user_id = u.id LIMIT 1) = 1)`,
		[]any{q.tx.businessID}, &count)
	return count, wrapError("counting rows that a key of the installation vouches for", err)
}

// RemoveRecoveryCodes removes the recovery codes of the business's users.
func (q Moves) RemoveRecoveryCodes() error {
	_, err := q.tx.exec(`DELETE FROM recovery_codes WHERE user_id IN (SELECT id FROM users WHERE business_id = $1)`, q.tx.businessID)
	return wrapError("removing the recovery codes of a business", err)
}

// CountUnderWay counts messages, mails, pushes and data jobs of workers.
func (q Moves) CountUnderWay() (count int64, err error) {
	_, err = q.tx.queryOne(`
		SELECT (SELECT count(*) FROM messages WHERE business_id = $1 AND status = 'SENDING')
			+ (SELECT count(*) FROM mails WHERE business_id = $1 AND claim IS NOT NULL)
			+ (SELECT count(*) FROM pass_holders WHERE business_id = $1 AND push_claim IS NOT NULL)
			+ (SELECT count(*) FROM data_jobs WHERE business_id = $1)`, []any{q.tx.businessID}, &count)
	return count, wrapError("counting messages that a business is sending", err)
}

// LateOptOuts returns opt-outs by WhatsApp received here after the move, oldest first. They start an hour earlier:
// servers' clocks differ.
func (q Moves) LateOptOuts() (optOuts []loyalty.Consent, err error) {
	err = q.tx.queryEach(`
		SELECT DISTINCT c.customer_id, c.form, c.given_at FROM business_moves m JOIN consents c ON c.business_id = m.business_id
		WHERE m.business_id = $1 AND m.state = 'MOVED' AND c.form IN ($2, $3) AND c.given_at >= m.changed_at - $4
		ORDER BY c.given_at, c.customer_id`,
		[]any{q.tx.businessID, loyalty.FormWhatsAppReply, loyalty.FormWhatsAppStop, time.Hour.Milliseconds()}, func(row scanner) error {
			var optOut loyalty.Consent
			err := row.Scan(&optOut.CustomerID, &optOut.Form, (*optionalInstant)(&optOut.At))
			optOuts = append(optOuts, optOut)
			return err
		})
	return optOuts, wrapError("finding opt-outs after a move", err)
}

// UnfinishedMove is a move that has not ended.
type UnfinishedMove struct {
	BusinessID string
	State      MoveState
	Place      string
	ChangedAt  time.Time
}

// UnfinishedMoves returns unfinished moves, oldest change first.
func (q PlatformBusinesses) UnfinishedMoves() ([]UnfinishedMove, error) {
	var moves []UnfinishedMove
	err := q.tx.queryEach(`SELECT business_id, state, place, changed_at FROM business_moves WHERE state <> 'MOVED' ORDER BY changed_at`, nil, func(row scanner) error {
		var move UnfinishedMove
		err := row.Scan(&move.BusinessID, &move.State, &move.Place, (*optionalInstant)(&move.ChangedAt))
		move.BusinessID, move.State, move.Place = strings.Clone(move.BusinessID), MoveState(strings.Clone(string(move.State))), strings.Clone(move.Place)
		moves = append(moves, move)
		return err
	})
	return moves, wrapError("finding moves of businesses", err)
}

type backgroundKey struct{}

// AsBackground lets background work write rows of a moved business: they are not served, and an error would delay other
// businesses.
func AsBackground(ctx context.Context) context.Context {
	return context.WithValue(ctx, backgroundKey{}, true)
}

// refuseMoving fails if the business moves or has moved. On PostgreSQL both statements go with the first query; the
// second sees commits before the lock was granted, and has a row for a move under way and two for a past one.
func refuseMoving(tx *Tx) error {
	isBackground := tx.ctx.Value(backgroundKey{}) != nil
	if tx.store.dialect.LockShared == "" {
		err := MovesIn(tx).refuseWrites()
		if isBackground && errors.Is(err, loyalty.ErrBusinessMoved) {
			return nil
		}
		return err
	}
	if err := tx.q.ExecDeferred(tx.ctx, tx.store.dialect.LockShared, []any{tx.businessID}, nil); err != nil {
		return fmt.Errorf("locking a business for writing: %w", err)
	}
	query := `SELECT generate_series(1, CASE state WHEN 'MOVED' THEN 2 ELSE 1 END) FROM business_moves WHERE business_id = $1 AND state <> 'DRAINING'`
	if isBackground {
		query += ` AND state <> 'MOVED'`
	}
	return tx.q.ExecDeferred(tx.ctx, query, []any{tx.businessID}, func(rows int64, err error) error {
		switch {
		case err == nil && rows == 1:
			return loyalty.ErrBusinessMoving
		case err == nil && rows == 2:
			return loyalty.ErrBusinessMoved
		}
		return wrapError("checking whether a business moves", err)
	})
}
