package loyalty_test

import (
	"strings"
	"testing"

	"axioma/internal/loyalty"
)

func TestRewardKinds_EveryRow_IsComplete(t *testing.T) {
	t.Parallel()
	for _, kind := range loyalty.RewardKinds() {
		same := loyalty.RewardKindsWhere(func(other loyalty.RewardKind) bool { return other == kind })
		if !kind.IsValid() || len(same) != 1 {
			t.Errorf("%q has no unique name", kind)
		}
		reward := loyalty.Reward{Kind: kind, Milestone: 28}
		if note := reward.Note(); note == "" || strings.Contains(note, "28") != kind.IsEarned() {
			t.Errorf("the note of a reward %s is %q; want a note, with the number of visits if earned", kind, note)
		}
		if short := kind.ShortText(); short == "" || len(short) > 25 {
			t.Errorf("the short text of a reward %s is %q, want 1 to 25 bytes", kind, short)
		}
	}
	if kind := loyalty.RewardKind("free"); kind.IsValid() || (loyalty.Reward{Kind: kind}).Note() != "" {
		t.Errorf("%q is accepted as a kind of reward", kind)
	}
}

func TestTerms_PaidKinds_AreEarned(t *testing.T) {
	t.Parallel()
	business := loyalty.Business{VisitTarget: 10, VIPVisitTarget: 4, HalfRewardEnabled: true}
	for _, terms := range []loyalty.Terms{business.FamilyTerms(), business.IndividualTerms(loyalty.TagVIPA)} {
		for stamps := range int64(40) {
			if kind, pays := terms.RewardAt(stamps); pays && !kind.IsEarned() {
				t.Errorf("%d stamps pay %s, which stamps cannot earn", stamps, kind)
			}
		}
	}
}
