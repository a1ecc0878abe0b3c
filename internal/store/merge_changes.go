package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"axioma/internal/loyalty"
)

// mergeFormatVersion is the version of undo data without later parts. Stored field names must stay readable while a
// merge can be undone.
const mergeFormatVersion = 1

// adjustmentsFormatVersion adds moved adjustments. An older program would not move them back, so it refuses the undo.
const adjustmentsFormatVersion = 2

// usualFormatVersion adds a moved usual cut.
const usualFormatVersion = 3

// importedFormatVersion adds an imported last visit, or claims to paper stamps.
const importedFormatVersion = 4

var errNewerMergeFormat = errors.New("it was stored by a newer program")

type storedMerge struct {
	Version        int               `json:"v"`
	KeptRecord     storedRecord      `json:"Kept"`
	MergedRecord   storedRecord      `json:"Merged"`
	Visits         []storedVisit     `json:"Visits"`
	Adjustments    map[string]string `json:"Adjusted,omitempty"` // adjustment id to card id; since adjustmentsFormatVersion
	Rewards        map[string]string `json:"Rewards"`
	OwedFrom       map[string]int64  `json:"OwedFrom,omitempty"`
	GrantedRewards []string          `json:"Granted,omitempty"`
	RevivedRewards []string          `json:"Revived,omitempty"`
	Consents       []string          `json:"Consents"`
	Messages       []string          `json:"Messages"`
	Texts          []string          `json:"Texts"`
	Greetings      []string          `json:"Greeted,omitempty"`
	Children       []string          `json:"Children"`

	Redemptions []string `json:"Redemptions"`
	Withdrawn   []string `json:"Withdrawn"`

	Usual *storedUsualMoves  `json:"Usual,omitempty"` // since usualFormatVersion
	Claim *storedMergedClaim `json:"Claim,omitempty"` // since importedFormatVersion
}

type storedUsualMoves struct {
	NoteToKept   bool     `json:"NoteToKept,omitempty"`
	NoteToMerged bool     `json:"NoteToMerged,omitempty"`
	ToKept       []string `json:"ToKept,omitempty"`
	ToMerged     []string `json:"ToMerged,omitempty"`
}

type storedMergedClaim struct {
	KeptStamps   int64 `json:"Kept,omitempty"`
	MergedStamps int64 `json:"Merged,omitempty"`
	JoinedStamps int64 `json:"Joined,omitempty"`
}

type storedRecord struct {
	Phone            string            `json:"Phone"`
	Guardian         string            `json:"Guardian"`
	Email            string            `json:"Email"`
	Birthday         string            `json:"Birthday"`
	Notes            string            `json:"Notes"`
	Tag              string            `json:"Tag"`
	Family           *storedMembership `json:"Family"`
	ImportedVisitDay string            `json:"ImportedVisitDay,omitempty"` // since importedFormatVersion
}

type storedMembership struct {
	FamilyID string `json:"FamilyID"`
	Role     string `json:"Role"`
}

type storedVisit struct {
	ID           string `json:"ID"`
	CardID       string `json:"CardID"`
	Day          string `json:"Day"`
	DaySlot      *int64 `json:"DaySlot"`
	AuthorizedBy string `json:"AuthorizedBy"`
}

func (m MergeChanges) encode() (string, error) {
	merge := storedMerge{
		Version: mergeFormatVersion, KeptRecord: newStoredRecord(m.KeptCustomer), MergedRecord: newStoredRecord(m.MergedCustomer),
		GrantedRewards: m.GrantedRewards, RevivedRewards: m.RevivedRewards, Consents: m.Consents, Messages: m.Messages, Texts: m.Texts, Greetings: m.Greetings, Children: m.Children,
		Redemptions: m.Redemptions, Withdrawn: m.Withdrawn,
	}
	merge.Rewards, merge.OwedFrom = encodePlaces(m.Rewards)
	for _, v := range m.Visits {
		merge.Visits = append(merge.Visits, storedVisit{
			ID: v.ID, CardID: v.CardID, Day: string(v.Day), DaySlot: v.DaySlot, AuthorizedBy: v.AuthorizedBy,
		})
	}
	if len(m.Adjustments) > 0 {
		merge.Version, merge.Adjustments = adjustmentsFormatVersion, map[string]string{}
	}
	for _, a := range m.Adjustments {
		merge.Adjustments[a.ID] = a.CardID
	}
	if u := m.Usual; u.NoteToKept || u.NoteToMerged || len(u.ToKept)+len(u.ToMerged) > 0 {
		moves := storedUsualMoves(u)
		merge.Version, merge.Usual = usualFormatVersion, &moves
	}
	if m.Claim != (MergedClaim{}) {
		claim := storedMergedClaim(m.Claim)
		merge.Claim = &claim
	}
	if merge.Claim != nil || m.KeptCustomer.ImportedVisitDay != m.MergedCustomer.ImportedVisitDay {
		merge.Version = importedFormatVersion
	}
	data, err := json.Marshal(merge)
	if err != nil {
		return "", fmt.Errorf("encoding the undo data of a merge: %w", err)
	}
	return string(data), nil
}

func decodeMergeChanges(undoData string) (MergeChanges, error) {
	var merge storedMerge
	if err := json.Unmarshal([]byte(undoData), &merge); err != nil {
		return MergeChanges{}, fmt.Errorf("reading the undo data of a merge: %w", err)
	}
	if merge.Version > importedFormatVersion {
		return MergeChanges{}, fmt.Errorf("reading the undo data of a merge, version %d: %w", merge.Version, errNewerMergeFormat)
	}
	changes := MergeChanges{
		KeptCustomer: merge.KeptRecord.customer(), MergedCustomer: merge.MergedRecord.customer(),
		Rewards: merge.decodePlaces(), GrantedRewards: merge.GrantedRewards, RevivedRewards: merge.RevivedRewards, Consents: merge.Consents, Messages: merge.Messages, Texts: merge.Texts, Greetings: merge.Greetings, Children: merge.Children,
		Redemptions: merge.Redemptions, Withdrawn: merge.Withdrawn,
	}
	if merge.Usual != nil {
		changes.Usual = UsualMoves(*merge.Usual)
	}
	if merge.Claim != nil {
		changes.Claim = MergedClaim(*merge.Claim)
	}
	for _, v := range merge.Visits {
		changes.Visits = append(changes.Visits, MovedVisit{
			ID: v.ID, CardID: v.CardID, Day: loyalty.Day(v.Day), DaySlot: v.DaySlot, AuthorizedBy: v.AuthorizedBy,
		})
	}
	for _, id := range slices.Sorted(maps.Keys(merge.Adjustments)) {
		changes.Adjustments = append(changes.Adjustments, MovedAdjustment{ID: id, CardID: merge.Adjustments[id]})
	}
	return changes, nil
}

func encodePlaces(places map[string]loyalty.RewardPlacement) (cards map[string]string, owedFrom map[string]int64) {
	cards, owedFrom = map[string]string{}, map[string]int64{}
	for id, place := range places {
		cards[id] = place.CardID
		if place.OwedFrom > 0 {
			owedFrom[id] = place.OwedFrom
		}
	}
	return cards, owedFrom
}

func (k storedMerge) decodePlaces() map[string]loyalty.RewardPlacement {
	places := map[string]loyalty.RewardPlacement{}
	for id, card := range k.Rewards {
		places[id] = loyalty.RewardPlacement{CardID: card, OwedFrom: k.OwedFrom[id]}
	}
	return places
}

func newStoredRecord(c loyalty.Customer) storedRecord {
	record := storedRecord{Phone: c.Phone, Guardian: c.GuardianID, Email: c.Email, Birthday: string(c.Birthday), Notes: c.Notes, Tag: string(c.Tag), ImportedVisitDay: string(c.ImportedVisitDay)}
	if c.Family != nil {
		record.Family = &storedMembership{FamilyID: c.Family.FamilyID, Role: string(c.Family.Role)}
	}
	return record
}

func (k storedRecord) customer() loyalty.Customer {
	c := loyalty.Customer{Phone: k.Phone, GuardianID: k.Guardian, Email: k.Email, Birthday: loyalty.Day(k.Birthday), Notes: k.Notes, Tag: loyalty.Tag(k.Tag), ImportedVisitDay: loyalty.Day(k.ImportedVisitDay)}
	if k.Family != nil {
		c.Family = &loyalty.Membership{FamilyID: k.Family.FamilyID, Role: loyalty.FamilyRole(k.Family.Role)}
	}
	return c
}
