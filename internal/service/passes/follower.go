package passes

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"time"

	"axioma/internal/logs"
	"axioma/internal/loyalty"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

const (
	followEvery = time.Second
	// reviewEvery is how soon the next step follows while all passes of a business are
	// looked at: others come between.
	reviewEvery = 50 * time.Millisecond
	// followWindow is how far back the trail is read again: a transaction may become
	// visible after others that began later, on a server whose clock is another.
	followWindow = 15 * time.Second
	// followedEvery is how often it is written down how far the trail was read.
	followedEvery = time.Minute
	// followedLong is for how long the trail is read that nobody has followed. After more
	// than that each pass is looked at.
	followedLong = 15 * time.Minute
	// reviewedAtATime are the passes of one transaction: no check-in waits for more.
	reviewedAtATime = 50
)

// Follower has passes follow the cards that they show: whose card may have changed it
// finds in the audit trail, so that whoever registers a visit knows nothing of it and
// waits for nobody. Only passes that somebody keeps are looked at. Each of any number of
// programs on one database may have one, and it is used by one goroutine.
type Follower struct {
	*act.Base
	passes *Passes

	upTo   time.Time       // until when the trail was read; zero: it was not yet
	kept   time.Time       // until when it was, as it is written down
	seen   map[string]bool // the events since then, and within the window before
	owed   map[string]bool // the businesses of which all passes are to be looked at, before that is written down
	faults faults
}

func newFollower(base *act.Base, passes *Passes) *Follower {
	return &Follower{Base: base, passes: passes, owed: map[string]bool{}, faults: faults{}}
}

// Follow does from time to time what Round does once, until the context ends.
func (f *Follower) Follow(ctx context.Context, log *slog.Logger) {
	var episode logs.Episode
	for pause := followEvery; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		more, err := f.Round(ctx)
		episode.Note(ctx, log, "following passes", err)
		pause = followEvery
		if more && err == nil {
			pause = reviewEvery
		}
	}
}

// Round renews the passes of those to whom something has happened since the last one, and
// some of each business of which all are to be looked at, and reports whether there were
// such. What fails is done in the next one; what fails with the passes of one business is
// returned once, until it goes again, and done later and later.
func (f *Follower) Round(ctx context.Context) (more bool, err error) {
	if f.upTo.IsZero() {
		if err := f.begin(ctx); err != nil {
			return false, err
		}
	}
	err = f.hear(ctx)
	more, fault := f.review(ctx)
	return more, errors.Join(err, fault)
}

// begin goes on where this program, or another, has stopped to read the trail.
func (f *Follower) begin(ctx context.Context) error {
	now := f.Now()
	var last string
	err := f.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		last, _, err = tx.Settings().Get(store.PassesFollowed)
		return err
	})
	if err != nil {
		return err
	}
	millis, err := strconv.ParseInt(last, 10, 64)
	if read := time.UnixMilli(millis).UTC(); err == nil && now.Sub(read) < followedLong {
		f.upTo, f.kept = read, read
		return nil
	}
	if err := f.reviewAll(ctx); err != nil {
		return err
	}
	f.upTo = now
	return nil
}

// reviewAll has every pass looked at.
func (f *Follower) reviewAll(ctx context.Context) error {
	var businesses []string
	err := f.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().Businesses()
		return err
	})
	for _, id := range businesses {
		f.owed[id] = true
	}
	return err
}

// beginReviews has all passes of those businesses looked at of which that is owed.
func (f *Follower) beginReviews(ctx context.Context) (err error) {
	for _, id := range slices.Sorted(maps.Keys(f.owed)) {
		if f.faults.rests(id, f.Now()) {
			continue
		}
		if fault := f.beginReview(ctx, id); fault != nil {
			err = errors.Join(err, f.faults.met(id, f.Now(), fault))
			continue
		}
		delete(f.owed, id)
	}
	return err
}

// beginReview has every pass of a business looked at, from the first on.
func (f *Follower) beginReview(ctx context.Context, businessID string) error {
	cause, err := f.IDs.Next(f.Now())
	if err != nil {
		return err
	}
	return f.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().BeginReview(cause) })
}

// hear renews the passes that what was done since the last time concerns.
func (f *Follower) hear(ctx context.Context) error {
	now := f.Now()
	var events []store.EventOf
	err := f.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		events, err = tx.PassReviews().Events(f.upTo.Add(-followWindow))
		return err
	})
	if err != nil {
		return err
	}
	for businessID, fresh := range f.unseen(events) {
		err = errors.Join(err, f.hearOf(ctx, businessID, fresh))
	}
	f.upTo = now
	f.note(events)
	return errors.Join(err, f.beginReviews(ctx), f.keep(ctx))
}

func (f *Follower) unseen(events []store.EventOf) map[string][]loyalty.Event {
	fresh := map[string][]loyalty.Event{}
	for _, event := range events {
		if !f.seen[event.ID] {
			fresh[event.BusinessID] = append(fresh[event.BusinessID], event.Event)
		}
	}
	return fresh
}

// note makes seen what there is.
func (f *Follower) note(events []store.EventOf) {
	f.seen = make(map[string]bool, len(events))
	for _, event := range events {
		f.seen[event.ID] = true
	}
}

// keep writes down until when the trail was read, where that was long ago. What is owed is
// read again by whoever goes on.
func (f *Follower) keep(ctx context.Context) error {
	if f.upTo.Sub(f.kept) < followedEvery || len(f.owed) > 0 {
		return nil
	}
	err := f.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return tx.Settings().Set(store.PassesFollowed, strconv.FormatInt(f.upTo.UnixMilli(), 10))
	})
	if err == nil {
		f.kept = f.upTo
	}
	return err
}

// hearOf renews the passes that events of a business concern. One with which that fails
// holds up no other: all of its passes are looked at then.
func (f *Follower) hearOf(ctx context.Context, businessID string, events []loyalty.Event) error {
	earning, others := apart(events)
	everyone, err := f.renewBy(ctx, businessID, earning, loyalty.PushOfCard)
	if err == nil && !everyone {
		everyone, err = f.renewBy(ctx, businessID, others, loyalty.PushOfRecords)
	}
	if err != nil || everyone {
		f.owed[businessID] = true
	}
	return f.faults.met(businessID, f.Now(), err)
}

// apart are the events by which somebody may have earned something, and the others.
func apart(events []loyalty.Event) (earning, others []loyalty.Event) {
	for _, event := range events {
		if event.Earns() {
			earning = append(earning, event)
		} else {
			others = append(others, event)
		}
	}
	return earning, others
}

// renewBy renews the passes that some events of a business concern, unless it reports that
// they concern everyone.
func (f *Follower) renewBy(ctx context.Context, businessID string, events []loyalty.Event, urgency loyalty.PushUrgency) (everyone bool, err error) {
	who, err := act.AudienceOf(ctx, f.Store, businessID, events)
	if err != nil || who.Everyone {
		return who.Everyone, err
	}
	return false, f.renewOf(ctx, businessID, slices.Sorted(maps.Keys(who.Customers)), urgency)
}

// renewOf renews the passes that show the cards of some customers.
func (f *Follower) renewOf(ctx context.Context, businessID string, customers []string, urgency loyalty.PushUrgency) error {
	for some := range slices.Chunk(customers, reviewedAtATime) {
		var says map[string]string
		var behind []loyalty.Pass
		err := f.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) error {
			var passes []loyalty.Pass
			for _, id := range some {
				kept, err := tx.Passes().KeptOf(id)
				if err != nil {
					return err
				}
				passes = append(passes, kept...)
			}
			var err error
			if says, err = f.changed(tx, passes); err != nil {
				return err
			}
			behind, err = waitBehind(tx, passes, says, urgency)
			return err
		})
		if err == nil && len(says) > 0 {
			err = f.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return f.renew(tx, says, urgency) })
		}
		if err == nil {
			err = f.hasten(ctx, businessID, behind, urgency)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// waitBehind are the passes that say already what they should, of which the news still waits as
// something less urgent: what else was looked at came before this.
func waitBehind(tx *store.Tx, passes []loyalty.Pass, says map[string]string, urgency loyalty.PushUrgency) ([]loyalty.Pass, error) {
	var behind []loyalty.Pass
	for _, pass := range passes {
		if _, changed := says[pass.CustomerID]; changed {
			continue
		}
		waits, err := tx.Passes().WaitsBehind(pass, urgency)
		if err != nil {
			return nil, err
		}
		if waits {
			behind = append(behind, pass)
		}
	}
	return behind, nil
}

// hasten makes news that waits more urgent, of one pass after the other: so no two programs
// wait for each other.
func (f *Follower) hasten(ctx context.Context, businessID string, passes []loyalty.Pass, urgency loyalty.PushUrgency) error {
	for _, pass := range passes {
		err := f.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error { return tx.Passes().Hasten(pass, urgency) })
		if err != nil {
			return err
		}
	}
	return nil
}

// changed returns what passes say now that say something else, by customer.
func (f *Follower) changed(tx *store.Tx, passes []loyalty.Pass) (map[string]string, error) {
	says := map[string]string{}
	for _, pass := range passes {
		face, err := f.passes.faceOf(tx, pass)
		if err != nil {
			return nil, err
		}
		if digest := face.Digest(); digest != pass.Says {
			says[pass.CustomerID] = digest
		}
	}
	return says, nil
}

// renew writes down what passes say now. They are locked in the order of their customers,
// and all before the first version is taken: so no two wait for each other.
func (f *Follower) renew(tx *store.Tx, says map[string]string, urgency loyalty.PushUrgency) error {
	var locked []loyalty.Pass
	for _, customerID := range slices.Sorted(maps.Keys(says)) {
		pass, found, err := tx.Passes().Of(customerID)
		if err != nil {
			return err
		}
		if found { // neither was she erased meanwhile, nor has it ended
			locked = append(locked, pass)
		}
	}
	return f.passes.change(tx, locked, says, urgency)
}

// review looks at some passes of each business of which all are to be looked at: a shop
// with many keeps no other one waiting, nor what happens meanwhile.
func (f *Follower) review(ctx context.Context) (more bool, err error) {
	var businesses []string
	err = f.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		businesses, err = tx.PassReviews().UnderWay()
		return err
	})
	for _, id := range businesses {
		if f.faults.rests(id, f.Now()) {
			continue
		}
		stepped, fault := f.reviewSome(ctx, id)
		if fault != nil {
			err = errors.Join(err, f.faults.met(id, f.Now(), fault))
			continue
		}
		f.faults.over(id)
		more = more || stepped
	}
	return more, err
}

// reviewStep is a part of a review: what its passes say now that say something else, and the
// customer of the last; empty: there are no more.
type reviewStep struct {
	store.PassReview
	says map[string]string
	last string
}

// reviewSome reports whether there was anything to look at now.
func (f *Follower) reviewSome(ctx context.Context, businessID string) (bool, error) {
	step, found, err := f.nextStep(ctx, businessID)
	if err != nil || !found {
		return false, err
	}
	return true, f.Store.InBusiness(ctx, businessID, func(tx *store.Tx) error {
		review, found, err := tx.Passes().ReviewUnderWay()
		if err != nil || !found || review != step.PassReview {
			return err // another program was first, or it begins anew
		}
		if err := f.renew(tx, step.says, loyalty.PushOfAll); err != nil {
			return err
		}
		return tx.Passes().ReviewedUpTo(step.last)
	})
}

func (f *Follower) nextStep(ctx context.Context, businessID string) (step reviewStep, found bool, err error) {
	err = f.Store.ViewChore(ctx, businessID, func(tx *store.Tx) error {
		step = reviewStep{}
		if step.PassReview, found, err = tx.Passes().ReviewUnderWay(); err != nil || !found {
			return err
		}
		// What the cards have reached by changed rules is granted after the change, and stands in no trail.
		if _, granting, err := tx.Grants().UnderWay(); err != nil || granting {
			found = false
			return err
		}
		customers, err := tx.Passes().KeptAfter(step.After, reviewedAtATime)
		if err != nil {
			return err
		}
		var passes []loyalty.Pass
		for _, id := range customers {
			pass, found, err := tx.Passes().Of(id)
			if err != nil {
				return err
			}
			if found { // all that somebody keeps of her may have ended
				passes = append(passes, pass)
			}
		}
		if len(customers) == reviewedAtATime {
			step.last = customers[len(customers)-1]
		}
		step.says, err = f.changed(tx, passes)
		return err
	})
	return step, found, err
}
