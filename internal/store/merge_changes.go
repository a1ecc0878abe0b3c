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
	Version  int               `json:"v"`
	Kept     storedRecord      `json:"Kept"`
	Merged   storedRecord      `json:"Merged"`
	Visits   []storedVisit     `json:"Visits"`
	Adjusted map[string]string `json:"Adjusted,omitempty"` // adjustment id to card id; since adjustmentsFormatVersion
	Rewards  map[string]string `json:"Rewards"`
	OwedFrom map[string]int64  `json:"OwedFrom,omitempty"`
	Granted  []string          `json:"Granted,omitempty"`
	Revived  []string          `json:"Revived,omitempty"`
	Consents []string          `json:"Consents"`
	Messages []string          `json:"Messages"`
	Texts    []string          `json:"Texts"`
	Greeted  []string          `json:"Greeted,omitempty"`
	Children []string          `json:"Children"`

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
	Kept   int64 `json:"Kept,omitempty"`
	Merged int64 `json:"Merged,omitempty"`
	Joined int64 `json:"Joined,omitempty"`
}

type storedRecord struct {
	Phone    string            `json:"Phone"`
	Guardian string            `json:"Guardian"`
	Email    string            `json:"Email"`
	Birthday string            `json:"Birthday"`
	Notes    string            `json:"Notes"`
	Tag      string            `json:"Tag"`
	Family   *storedMembership `json:"Family"`
	Imported string            `json:"ImportedVisitDay,omitempty"` // since importedFormatVersion
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
	kept := storedMerge{
		Version: mergeFormatVersion, Kept: newStoredRecord(m.Kept), Merged: newStoredRecord(m.Merged),
		Granted: m.Granted, Revived: m.Revived, Consents: m.Consents, Messages: m.Messages, Texts: m.Texts, Greeted: m.Greeted, Children: m.Children,
		Redemptions: m.Redemptions, Withdrawn: m.Withdrawn,
	}
	kept.Rewards, kept.OwedFrom = encodePlaces(m.Rewards)
	for _, v := range m.Visits {
		kept.Visits = append(kept.Visits, storedVisit{
			ID: v.ID, CardID: v.CardID, Day: string(v.Day), DaySlot: v.DaySlot, AuthorizedBy: v.AuthorizedBy,
		})
	}
	if len(m.Adjusted) > 0 {
		kept.Version, kept.Adjusted = adjustmentsFormatVersion, map[string]string{}
	}
	for _, a := range m.Adjusted {
		kept.Adjusted[a.ID] = a.CardID
	}
	if u := m.Usual; u.NoteToKept || u.NoteToMerged || len(u.ToKept)+len(u.ToMerged) > 0 {
		moves := storedUsualMoves(u)
		kept.Version, kept.Usual = usualFormatVersion, &moves
	}
	if m.Claim != (MergedClaim{}) {
		claim := storedMergedClaim(m.Claim)
		kept.Claim = &claim
	}
	if kept.Claim != nil || m.Kept.ImportedVisitDay != m.Merged.ImportedVisitDay {
		kept.Version = importedFormatVersion
	}
	encoded, err := json.Marshal(kept)
	if err != nil {
		return "", fmt.Errorf("encoding the undo data of a merge: %w", err)
	}
	return string(encoded), nil
}

func decodeMergeChanges(encoded string) (MergeChanges, error) {
	var kept storedMerge
	if err := json.Unmarshal([]byte(encoded), &kept); err != nil {
		return MergeChanges{}, fmt.Errorf("reading the undo data of a merge: %w", err)
	}
	if kept.Version > importedFormatVersion {
		return MergeChanges{}, fmt.Errorf("reading the undo data of a merge, version %d: %w", kept.Version, errNewerMergeFormat)
	}
	moved := MergeChanges{
		Kept: kept.Kept.customer(), Merged: kept.Merged.customer(),
		Rewards: kept.decodePlaces(), Granted: kept.Granted, Revived: kept.Revived, Consents: kept.Consents, Messages: kept.Messages, Texts: kept.Texts, Greeted: kept.Greeted, Children: kept.Children,
		Redemptions: kept.Redemptions, Withdrawn: kept.Withdrawn,
	}
	if kept.Usual != nil {
		moved.Usual = UsualMoves(*kept.Usual)
	}
	if kept.Claim != nil {
		moved.Claim = MergedClaim(*kept.Claim)
	}
	for _, v := range kept.Visits {
		moved.Visits = append(moved.Visits, MovedVisit{
			ID: v.ID, CardID: v.CardID, Day: loyalty.Day(v.Day), DaySlot: v.DaySlot, AuthorizedBy: v.AuthorizedBy,
		})
	}
	for _, id := range slices.Sorted(maps.Keys(kept.Adjusted)) {
		moved.Adjusted = append(moved.Adjusted, MovedAdjustment{ID: id, CardID: kept.Adjusted[id]})
	}
	return moved, nil
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
	kept := storedRecord{Phone: c.Phone, Guardian: c.GuardianID, Email: c.Email, Birthday: string(c.Birthday), Notes: c.Notes, Tag: string(c.Tag), Imported: string(c.ImportedVisitDay)}
	if c.Family != nil {
		kept.Family = &storedMembership{FamilyID: c.Family.FamilyID, Role: string(c.Family.Role)}
	}
	return kept
}

func (k storedRecord) customer() loyalty.Customer {
	c := loyalty.Customer{Phone: k.Phone, GuardianID: k.Guardian, Email: k.Email, Birthday: loyalty.Day(k.Birthday), Notes: k.Notes, Tag: loyalty.Tag(k.Tag), ImportedVisitDay: loyalty.Day(k.Imported)}
	if k.Family != nil {
		c.Family = &loyalty.Membership{FamilyID: k.Family.FamilyID, Role: loyalty.FamilyRole(k.Family.Role)}
	}
	return c
}
