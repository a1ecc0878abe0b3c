package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/store"
	"axioma/internal/store/copying"
)

// businessMove moves a business between databases (decision 0052).
type businessMove struct {
	id            string
	from, to      *store.Store
	toName        string
	fromName      string
	withoutTokens bool
	copy          copying.BusinessCopy
	began         time.Time              // of this run; ChangedAt of the moves that it stores
	status        loyalty.BusinessStatus // before the move
	out           io.Writer
}

const maxDrain = 30 * time.Second

func (m moveCommand) runBusiness(ctx context.Context, c console) (err error) {
	from, to := storeAt(m.Database), storeAt(config.ParseDatabase(m.To))
	if from.DisplayName() == to.DisplayName() {
		return errors.New("the source and the target are the same database")
	}
	source, err := rejectMoved(ctx)(store.OpenExisting(ctx, from))
	if err != nil {
		return fmt.Errorf("opening the source: %w", err)
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := rejectMoved(ctx)(store.OpenExisting(ctx, to))
	if err != nil {
		return fmt.Errorf("opening the target: %w", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	move := businessMove{
		id: m.Business, began: time.Now().Truncate(time.Millisecond), from: source, to: target, fromName: from.DisplayName(), toName: to.DisplayName(), withoutTokens: m.WithoutTokens, out: c.out,
		copy: copying.BusinessCopy{From: source, To: target, BusinessID: m.Business},
	}
	switch {
	case m.Cancel:
		return move.cancel(ctx)
	case m.Forget:
		return move.forget(ctx)
	}
	err = move.run(ctx)
	return errors.Join(err, move.copy.EndLogs(context.WithoutCancel(ctx), err == nil))
}

type side struct {
	exists bool
	status loyalty.BusinessStatus
	move   store.BusinessMove // zero: the business stays
}

func (s side) isServing() bool { return s.exists && s.move.State == "" }

func (m *businessMove) look(ctx context.Context, st *store.Store) (businessSide side, err error) {
	err = st.ViewBusiness(ctx, m.id, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if errors.Is(err, loyalty.ErrBusinessNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		businessSide.exists, businessSide.status = true, business.Status
		businessSide.move, _, err = store.MovesIn(tx).Get()
		return err
	})
	return businessSide, err
}

func (m *businessMove) inspectBoth(ctx context.Context) (source, target side, err error) {
	if source, err = m.look(ctx, m.from); err != nil {
		return source, target, fmt.Errorf("reading the source: %w", err)
	}
	if target, err = m.look(ctx, m.to); err != nil {
		return source, target, fmt.Errorf("reading the target: %w", err)
	}
	if !source.exists {
		err = fmt.Errorf("the source %s has no business %q", m.fromName, m.id)
	}
	return source, target, err
}

func (m *businessMove) run(ctx context.Context) error {
	source, target, err := m.inspectBoth(ctx)
	switch {
	case err != nil:
		return err
	case source.move.State == store.MoveArriving:
		return errors.New("the business is arriving in the source: complete or cancel that move first")
	case source.move.State == store.MoveMoved && target.move.State == store.MoveArriving:
		return m.serve(ctx, target.move) // an earlier run was interrupted before its last step
	case source.move.State == store.MoveMoved && target.isServing():
		return m.carryOptOuts(ctx)
	case source.move.State == store.MoveMoved:
		return fmt.Errorf("the business has moved to %s already", source.move.Place)
	case target.isServing():
		return fmt.Errorf("the target %s already serves a business %q", m.toName, m.id)
	}
	m.status = source.status
	if !source.isServing() { // an earlier run was interrupted
		m.status = source.move.Status
		if err := m.giveBack(ctx, anyPause); err != nil {
			return err
		}
	}
	if err := m.prepare(ctx, target); err != nil {
		return err
	}
	if err := m.copyOnline(ctx); err != nil {
		return err
	}
	if err := m.pauseAndCopy(ctx); err != nil {
		return err
	}
	return m.serve(ctx, m.copy.Arriving)
}

// copyOnline copies while the business is served, at most maxOnlineCopies times, until a copy is quick and writes few
// rows: the pause will be short.
func (m *businessMove) copyOnline(ctx context.Context) error {
	for range maxOnlineCopies {
		began := time.Now()
		_, changedRows, err := m.copy.Update(ctx)
		if err != nil {
			return fmt.Errorf("copying while the business is served: %w. Run the command again, or add --cancel", err)
		}
		took := time.Since(began)
		willBeShort := m.copy.ComparesChanges() && took < settledCopy || took < shortCopy
		if willBeShort && changedRows < fewChanges {
			return nil
		}
	}
	return nil
}

const maxOnlineCopies = 3

const (
	settledCopy = time.Minute
	shortCopy   = 2 * time.Second
	fewChanges  = 500 // rows
)

func (m *businessMove) prepare(ctx context.Context, target side) error {
	if err := m.checkKeys(ctx); err != nil {
		return err
	}
	conflicts, err := m.copy.Conflicts(ctx)
	if err != nil {
		return err
	}
	for _, conflict := range conflicts {
		err = errors.Join(err, fmt.Errorf("%s %s: another business of the target %s uses it, or the target does not have this operator", conflict.What, conflict.Value, m.toName))
	}
	if err != nil {
		return fmt.Errorf("the business cannot be moved, and nothing was changed:\n%w", err)
	}
	if err := m.claim(ctx, target); err != nil {
		return err
	}
	if err := m.mustServe(ctx); err != nil {
		return err
	}
	return m.copy.RemoveEvents(ctx)
}

// claim makes this run the only one that writes to the target.
func (m *businessMove) claim(ctx context.Context, target side) error {
	m.copy.Arriving = store.BusinessMove{State: store.MoveArriving, Place: m.fromName, Status: m.status, ChangedAt: m.began}
	switch {
	case target.move.State == store.MoveArriving || target.move.State == store.MoveMoved: // it has most rows
		m.copy.Arriving.Status = target.move.Status
		return m.set(ctx, m.to, target.move, m.copy.Arriving)
	case target.exists:
		return fmt.Errorf("the business is leaving the target %s: complete or cancel that move first", m.toName)
	}
	return m.copy.Begin(ctx)
}

// mustServe fails if another run has paused the source. Called after claim: either that run finds that it may not write
// any more, or this one finds its pause.
func (m *businessMove) mustServe(ctx context.Context) error {
	source, err := m.look(ctx, m.from)
	if err == nil && !source.isServing() {
		err = store.ErrMoveChanged
	}
	return err
}

// checkKeys refuses other keys: the business's devices, passes and recovery codes would become invalid.
func (m *businessMove) checkKeys(ctx context.Context) error {
	var keyedCount int64
	err := m.from.ViewBusiness(ctx, m.id, func(tx *store.Tx) (err error) {
		keyedCount, err = store.MovesIn(tx).CountKeyed()
		return err
	})
	if err != nil || keyedCount == 0 || m.withoutTokens {
		return err
	}
	for _, name := range []string{tokenKey, "pass.key"} {
		if same, err := m.haveSame(ctx, name); err != nil || !same {
			return cmp.Or(err, fmt.Errorf("the installations have different keys: %d devices, phones with a wallet pass and accounts with recovery codes would have to be connected again or get new codes. Nothing was changed. Add --without-tokens to move anyway", keyedCount))
		}
	}
	return nil
}

const tokenKey = "token-key" // setting of the key of hashes: recovery codes, device tokens

func (m *businessMove) haveSame(ctx context.Context, setting string) (bool, error) {
	var values [2]string
	for i, st := range []*store.Store{m.from, m.to} {
		err := st.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			values[i], _, err = tx.Settings().Get(setting)
			return err
		})
		if err != nil {
			return false, err
		}
	}
	return values[0] == values[1], nil
}

// set replaces the move that was seen.
func (m *businessMove) set(ctx context.Context, st *store.Store, seenMove, move store.BusinessMove) error {
	return st.InPlatform(ctx, func(tx *store.PlatformTx) error { return store.MovesIn(tx.In(m.id)).Set(seenMove, move) })
}

// pauseAndCopy stops the business in the source and copies the last rows. On an error the source serves again, unless
// another run has paused it since.
func (m *businessMove) pauseAndCopy(ctx context.Context) (err error) {
	began := time.Now()
	defer func() {
		if err != nil {
			err = errors.Join(err, m.giveBack(context.WithoutCancel(ctx), m.isOwnPause))
		}
	}()
	if err := m.pause(ctx); err != nil {
		return err
	}
	counts, changedRows, err := m.copy.Update(ctx)
	if err != nil {
		return err
	}
	if err := m.depart(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.out, "Compared row by row: %s.\nPaused for %s, in which %d rows were written.\n",
		describeRows(counts), time.Since(began).Round(10*time.Millisecond), changedRows)
	return err
}

func (m *businessMove) pause(ctx context.Context) error {
	if err := m.set(ctx, m.from, store.BusinessMove{}, m.leaving(store.MoveDraining)); err != nil {
		return err
	}
	if err := m.drain(ctx); err != nil {
		return err
	}
	m.copy.IsPaused = true
	return m.set(ctx, m.from, m.leaving(store.MoveDraining), m.leaving(store.MovePaused))
}

// leaving is the move that this run stores in the source.
func (m *businessMove) leaving(state store.MoveState) store.BusinessMove {
	return store.BusinessMove{State: state, Place: m.toName, Status: m.status, ChangedAt: m.began}
}

func (m *businessMove) isOwnPause(move store.BusinessMove) bool { return move.ChangedAt.Equal(m.began) }

func anyPause(store.BusinessMove) bool { return true }

func (m *businessMove) drain(ctx context.Context) error {
	for end := time.Now().Add(maxDrain); ; {
		var count int64
		err := m.from.ViewBusiness(ctx, m.id, func(tx *store.Tx) (err error) {
			count, err = store.MovesIn(tx).CountUnderWay()
			return err
		})
		if err != nil || count == 0 {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("%d messages, downloads or restores of the business are still running: try again later", count)
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// depart commits the move: from then on only the target may serve.
func (m *businessMove) depart(ctx context.Context) error {
	return m.set(ctx, m.from, m.leaving(store.MovePaused), m.leaving(store.MoveMoved))
}

// serve starts the target. It removes recovery codes that the target cannot verify: accounts would count them.
func (m *businessMove) serve(ctx context.Context, arriving store.BusinessMove) error {
	areCodesValid, err := m.haveSame(ctx, tokenKey)
	if err != nil {
		return err
	}
	err = m.to.InPlatform(ctx, func(tx *store.PlatformTx) error {
		moves := store.MovesIn(tx.In(m.id))
		if !areCodesValid {
			if err := moves.RemoveRecoveryCodes(); err != nil {
				return err
			}
		}
		return moves.Serve(arriving, time.Now())
	})
	if err != nil {
		return fmt.Errorf("serving the business in the target: %w. Run the command again", err)
	}
	_, err = fmt.Fprintf(m.out, "The business %s is served by %s.\nThe source keeps its rows until this command is run with --forget.\n", m.id, m.toName)
	return err
}

// giveBack ends a pause of the source for which isToEnd returns true. After depart it does nothing.
func (m *businessMove) giveBack(ctx context.Context, isToEnd func(store.BusinessMove) bool) error {
	return m.from.InPlatform(ctx, func(tx *store.PlatformTx) error {
		moves := store.MovesIn(tx.In(m.id))
		move, found, err := moves.Get()
		isPause := move.State == store.MoveDraining || move.State == store.MovePaused
		if err != nil || !found || !isPause || !isToEnd(move) {
			return err
		}
		return moves.End(move.Status, time.Now())
	})
}

func (m *businessMove) cancel(ctx context.Context) error {
	source, target, err := m.inspectBoth(ctx)
	if err != nil {
		return err
	}
	if source.move.State == store.MoveMoved {
		return errors.New("the business has left the source: run the command without --cancel, then move it back")
	}
	if err := m.giveBack(ctx, anyPause); err != nil {
		return fmt.Errorf("serving the business in the source again: %w", err)
	}
	if target.move.State == store.MoveArriving {
		err = m.claim(ctx, target)
	}
	if err := errors.Join(err, m.mustServe(ctx)); err != nil {
		return err
	}
	if err := m.copy.EndLogs(ctx, true); err != nil {
		return err
	}
	if target.move.State == store.MoveArriving {
		if err := copying.RemoveBusiness(ctx, m.to, m.id, m.copy.Arriving); err != nil {
			return fmt.Errorf("removing arrived rows: %w", err)
		}
	}
	_, err = fmt.Fprintf(m.out, "The business %s is served by %s.\n", m.id, m.fromName)
	return err
}

func (m *businessMove) forget(ctx context.Context) error {
	source, target, err := m.inspectBoth(ctx)
	if err != nil {
		return err
	}
	if source.move.State != store.MoveMoved || !target.isServing() {
		return fmt.Errorf("nothing was removed: the business has not moved from %s to %s", m.fromName, m.toName)
	}
	if err := m.carryOptOuts(ctx); err != nil {
		return err
	}
	if err := m.copy.EndLogs(ctx, true); err != nil {
		return err
	}
	if err := copying.RemoveBusiness(ctx, m.from, m.id, source.move); err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.out, "The rows of the business %s were removed from %s.\n", m.id, m.fromName)
	return err
}

// carryOptOuts records opt-outs written to the source after the move, by customers and by phones
// that get the weekly summary.
func (m *businessMove) carryOptOuts(ctx context.Context) error {
	var optOuts []loyalty.Consent
	var former loyalty.Business
	err := m.from.ViewBusiness(ctx, m.id, func(tx *store.Tx) (err error) {
		if former, err = tx.Business().Get(); err == nil {
			optOuts, err = store.MovesIn(tx).LateOptOuts()
		}
		return err
	})
	if err != nil {
		return err
	}
	cases, err := service.New(m.to, service.Options{})
	if err != nil {
		return fmt.Errorf("opening the target: %w", err)
	}
	count, err := cases.Marketing.RecordOptOuts(ctx, m.id, optOuts)
	if err != nil {
		return err
	}
	weeks, err := cases.Marketing.RecordWeekStops(ctx, m.id, former.WeekPhonesStopped)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(m.out, "The business %s has moved to %s. Opt-outs received here since then and recorded there: %d\n", m.id, m.toName, count+weeks)
	return err
}
