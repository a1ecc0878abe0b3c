package loyalty

import (
	"slices"
	"time"
)

// GooglePass is what Google has been told of a pass last, and when its holder was noticed of
// it.
type GooglePass struct {
	CustomerID     string
	Serial         string // of the pass
	Digest         string // digest of all that Google keeps of it, or GoogleUnsure; empty: it was told nothing
	Stamps         int64
	Owed           []RewardKind
	NoticeTimes    []time.Time // the last notices that count towards Google's quota, the latest first
	LastCallbackAt time.Time   // of the last that Google has told of it
}

// GoogleStateUnknown stands for what Google keeps where it was told two things at once: the one
// that it heard last, whichever that is; or where somebody has begun to tell it for the first
// time.
const GoogleStateUnknown = "?"

// GoogleNotice is whether a telephone tells of a change.
type GoogleNotice int

// The notices, the louder ones last.
const (
	GoogleNoticeNone   GoogleNotice = iota
	GoogleNoticeStamp               // that the number of visits has changed
	GoogleNoticeReward              // that a reward waits
)

// WithCreateStarted is the pass when Google is about to be told of it for the first time. Whoever
// never comes to say what it was told leaves a pass that may be there, and ends as others do.
func (g GooglePass) WithCreateStarted() GooglePass {
	if g.Digest == "" {
		g.Digest = GoogleStateUnknown
	}
	return g
}

// NoticeFor is what a telephone tells when the card says something else than Google was told:
// only what the customer has earned, and nothing where that may have been told already.
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

// WithUpdate is the pass when Google has been told of a face, by the digest of all that it was
// told, by somebody who had read what it was told before. It is not sure what Google keeps
// where somebody else has told it something else since: it has to be told once more.
//
// A pass that has ended says nothing of the card: what was earned before is not news when it
// comes alive again.
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

// OwedKinds are the kinds of reward that are owed, each once.
func (p Progress) OwedKinds() []RewardKind {
	return RewardKindsWhere(func(kind RewardKind) bool {
		_, owed := p.FirstOwed(kind)
		return owed
	})
}
