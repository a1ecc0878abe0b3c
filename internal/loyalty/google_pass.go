package loyalty

import (
	"slices"
	"time"
)

// GooglePass is the state of a pass at Google as last sent, with its recent notices.
type GooglePass struct {
	CustomerID     string
	Serial         string // of the pass
	Digest         string // digest of what Google stores, or GoogleStateUnknown; empty: nothing was sent
	Stamps         int64
	Owed           []RewardKind
	NoticeTimes    []time.Time // latest notices that count for Google's quota, latest first
	LastCallbackAt time.Time   // of the last callback from Google
}

// GoogleStateUnknown replaces the digest after concurrent updates and during the first creation.
const GoogleStateUnknown = "?"

// GoogleNotice is the notification that the phone shows for a change.
type GoogleNotice int

// The notices, by ascending importance.
const (
	GoogleNoticeNone   GoogleNotice = iota
	GoogleNoticeStamp               // the stamps have changed
	GoogleNoticeReward              // a reward is available
)

// WithCreateStarted marks the pass before its first creation: after a crash it may exist at Google.
func (g GooglePass) WithCreateStarted() GooglePass {
	if g.Digest == "" {
		g.Digest = GoogleStateUnknown
	}
	return g
}

// NoticeFor returns the notice for a new face. Only gains are notified, none while Google's state is unknown.
func (g GooglePass) NoticeFor(face PassFace) GoogleNotice {
	if g.Digest == "" || g.Digest == GoogleStateUnknown || face.Void {
		return GoogleNoticeNone
	}
	for _, kind := range face.Progress.OwedKinds() {
		if !slices.Contains(g.Owed, kind) {
			return GoogleNoticeReward
		}
	}
	if face.Progress.Card.Stamps > g.Stamps {
		return GoogleNoticeStamp
	}
	return GoogleNoticeNone
}

// WithUpdate returns the pass after a face was sent; before is the pass that the sender read. It returns false if
// another sender sent a different face meanwhile: send again. A void face keeps stamps and rewards, so a revived pass
// does not notify of old ones.
func (g GooglePass) WithUpdate(digest string, face PassFace, before GooglePass) (pass GooglePass, sure bool) {
	if g.Digest != before.Digest && g.Digest != digest {
		g.Digest = GoogleStateUnknown
		return g, false
	}
	g.Digest = digest
	if !face.Void {
		g.Stamps, g.Owed = face.Progress.Card.Stamps, face.Progress.OwedKinds()
	}
	return g, true
}

// OwedKinds returns the distinct kinds of owed rewards.
func (p Progress) OwedKinds() []RewardKind {
	return RewardKindsWhere(func(kind RewardKind) bool {
		_, owed := p.FirstOwed(kind)
		return owed
	})
}
