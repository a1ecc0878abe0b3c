package loyalty_test

import (
	"bytes"
	"crypto/rand"
	"math"
	"regexp"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
)

var ordinary = loyalty.Business{
	VisitTarget: loyalty.DefaultVisitTarget, VIPVisitTarget: loyalty.DefaultVIPVisitTarget, HalfRewardEnabled: true,
}

// Spec: states-9, states-10, limits-4, limits-5
func TestTerms_RewardAt_PaysEachMilestone(t *testing.T) {
	t.Parallel()
	odd := loyalty.Business{VisitTarget: 7, VIPVisitTarget: 5, HalfRewardEnabled: true}
	noHalf := loyalty.Business{VisitTarget: 10, VIPVisitTarget: 4}
	smallest := loyalty.Business{VisitTarget: 2, VIPVisitTarget: 2, HalfRewardEnabled: true}
	for name, c := range map[string]struct {
		terms      loyalty.Terms
		half, free []int64
	}{
		"an ordinary card":       {ordinary.IndividualTerms(loyalty.TagNone), []int64{5, 15, 25}, []int64{10, 20, 30}},
		"a card with a tag":      {ordinary.IndividualTerms(loyalty.TagCard), []int64{5, 15, 25}, []int64{10, 20, 30}},
		"a VIP card":             {ordinary.IndividualTerms(loyalty.TagVIPC), nil, []int64{4, 8, 12, 16, 20, 24, 28}},
		"a family's card":        {ordinary.FamilyTerms(), []int64{5, 15, 25}, []int64{10, 20, 30}},
		"an odd target":          {odd.IndividualTerms(loyalty.TagNone), []int64{3, 10, 17, 24}, []int64{7, 14, 21, 28}},
		"no half reward":         {noHalf.IndividualTerms(loyalty.TagNone), nil, []int64{10, 20, 30}},
		"the smallest target":    {smallest.FamilyTerms(), []int64{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29}, []int64{2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30}},
		"a VIP card, odd target": {odd.IndividualTerms(loyalty.TagVIPA), nil, []int64{5, 10, 15, 20, 25, 30}},
	} {
		var half, free []int64
		for stamps := int64(-1); stamps <= 30; stamps++ {
			switch kind, ok := c.terms.RewardAt(stamps); {
			case ok && kind == loyalty.RewardHalf:
				half = append(half, stamps)
			case ok && kind == loyalty.RewardFree:
				free = append(free, stamps)
			}
		}
		if !slices.Equal(half, c.half) || !slices.Equal(free, c.free) {
			t.Errorf("%s pays HALF at %v and FREE at %v, want %v and %v", name, half, free, c.half, c.free)
		}
	}
}

func TestProgress_NextReward_CountsMissingVisits(t *testing.T) {
	t.Parallel()
	for stamps, want := range map[int64][2]int64{0: {5, 10}, 1: {4, 9}, 4: {1, 6}, 5: {0, 5}, 9: {0, 1}, 10: {5, 10}, 14: {1, 6}, 27: {0, 3}} {
		progress := loyalty.Progress{Card: loyalty.Card{Stamps: stamps}, Terms: ordinary.FamilyTerms()}
		toHalf, ok := progress.ToHalf()
		if !ok || toHalf != want[0] || progress.ToFree() != want[1] {
			t.Errorf("with %d stamps: %d to HALF (%t) and %d to FREE, want %v", stamps, toHalf, ok, progress.ToFree(), want)
		}
	}
	vip := loyalty.Progress{Card: loyalty.Card{Stamps: 3}, Terms: ordinary.IndividualTerms(loyalty.TagVIPA)}
	if toHalf, ok := vip.ToHalf(); ok || toHalf != 0 || vip.ToFree() != 1 || !vip.Terms.VIP {
		t.Errorf("a VIP card of 3: %d to HALF (%t), %d to FREE; want no HALF and 1", toHalf, ok, vip.ToFree())
	}
}

// Spec: limits-8
func TestReward_WelcomeDiscount_CombinesWithNothing(t *testing.T) {
	t.Parallel()
	half, free, welcome := loyalty.Reward{Kind: loyalty.RewardHalf}, loyalty.Reward{Kind: loyalty.RewardFree}, loyalty.Reward{Kind: loyalty.RewardWelcome}
	for name, c := range map[string]struct {
		reward     loyalty.Reward
		givenToday []loyalty.Reward
		want       bool
	}{
		"welcome alone":           {welcome, nil, true},
		"welcome after half":      {welcome, []loyalty.Reward{half}, false},
		"half after welcome":      {half, []loyalty.Reward{welcome}, false},
		"free after half":         {free, []loyalty.Reward{half}, true},
		"free after both":         {free, []loyalty.Reward{half, welcome}, false},
		"welcome after a welcome": {welcome, []loyalty.Reward{welcome}, false},
	} {
		if got := c.reward.CombinesWith(c.givenToday); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

var idForm = regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{26}$`)

func TestIDs_Secret_IsRandomAndOfTheAlphabet(t *testing.T) {
	t.Parallel()
	ids := loyalty.IDs{Random: rand.Reader}
	seenIDs, letters := map[string]bool{}, [26]map[byte]bool{}
	for range 5000 {
		id, err := ids.Secret()
		if err != nil {
			t.Fatal(err)
		}
		if !idForm.MatchString(id) || seenIDs[id] || !loyalty.ValidID(id) {
			t.Fatalf("the id %q is invalid or came twice", id)
		}
		seenIDs[id] = true
		for i := range id {
			if letters[i] == nil {
				letters[i] = map[byte]bool{}
			}
			letters[i][id[i]] = true
		}
	}
	bits := 0.0
	for _, used := range letters {
		bits += math.Log2(float64(len(used)))
	}
	if bits < 120 {
		t.Errorf("an id has %.0f random bits, want at least 120", bits)
	}
}

func TestIDs_Next_SortsByTime(t *testing.T) {
	t.Parallel()
	ids := loyalty.IDs{Random: rand.Reader}
	last := ""
	for _, at := range []time.Time{time.UnixMilli(0), time.UnixMilli(1), time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), time.Date(2026, 3, 1, 9, 0, 0, 1_000_000, time.UTC), time.Date(2300, 1, 1, 0, 0, 0, 0, time.UTC)} {
		id, err := ids.Next(at)
		if err != nil || !idForm.MatchString(id) || id <= last {
			t.Errorf("the id at %s is %q, %v; want one after %q", at, id, err, last)
		}
		last = id
	}
	one, oneErr := ids.Next(time.UnixMilli(5))
	other, otherErr := ids.Next(time.UnixMilli(5))
	if oneErr != nil || otherErr != nil || one == other || one[:9] != other[:9] {
		t.Errorf("ids of one instant are %q and %q, want two ids with the same time", one, other)
	}
}

func TestIDs_RandomSourceFails_ReturnsError(t *testing.T) {
	t.Parallel()
	ids := loyalty.IDs{Random: bytes.NewReader(nil)}
	if id, err := ids.Secret(); err == nil || id != "" {
		t.Errorf("without random bytes a secret id was made: %q", id)
	}
	if id, err := ids.Next(time.Now()); err == nil || id != "" {
		t.Errorf("without random bytes an id was made: %q", id)
	}
}

func TestValidID_OtherText_IsRejected(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " ", "a b", "ñ", "a\x00", "../a", "a'", "a%", string(bytes.Repeat([]byte("a"), 65))} {
		if loyalty.ValidID(text) {
			t.Errorf("%q is accepted as an id", text)
		}
	}
}

// Spec: portal-16
func TestReward_Note_NamesVisitAndWorth(t *testing.T) {
	t.Parallel()
	for want, reward := range map[string]loyalty.Reward{
		"50 % de descuento · visita 1":                             {Kind: loyalty.RewardHalf, Milestone: 1},
		"50 % de descuento · visita 5":                             {Kind: loyalty.RewardHalf, Milestone: 5},
		"Servicio gratis · visita 28":                              {Kind: loyalty.RewardFree, Milestone: 28},
		"Descuento de bienvenida: un solo servicio, no acumulable": {Kind: loyalty.RewardWelcome},
	} {
		if got := reward.Note(); got != want {
			t.Errorf("%+v: %q, want %q", reward, got, want)
		}
	}
}
