package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"axioma/internal/loyalty"
)

// keptMovedVersion is of the shape in which it is kept what a merge moved: with
// names of its own, which stay as long as merges can be taken back. What was kept
// without a version is of the first.
const keptMovedVersion = 1

// keptAdjustmentsVersion is the version of a merge that moved adjustments: an older program would leave them
// behind, so it refuses to undo such a merge.
const keptAdjustmentsVersion = 2

var errMovedByNewer = errors.New("it was kept by a newer program")

type keptMoved struct {
	Version  int               `json:"v"`
	Kept     keptRecord        `json:"Kept"`
	Merged   keptRecord        `json:"Merged"`
	Visits   []keptMovedVisit  `json:"Visits"`
	Adjusted map[string]string `json:"Adjusted,omitempty"` // adjustment id -> card id, since version 2
	Rewards  map[string]string `json:"Rewards"`
	OwedFrom map[string]int64  `json:"OwedFrom,omitempty"`
	Granted  []string          `json:"Granted,omitempty"`
	Revived  []string          `json:"Revived,omitempty"`
	Consents []string          `json:"Consents"`
	Messages []string          `json:"Messages"`
	Texts    []string          `json:"Texts"`
	Children []string          `json:"Children"`

	Redemptions []string `json:"Redemptions"`
	Withdrawn   []string `json:"Withdrawn"`
}

// keptRecord is what taking a merge back asks of a record as it was before.
type keptRecord struct {
	Phone    string          `json:"Phone"`
	Guardian string          `json:"Guardian"`
	Email    string          `json:"Email"`
	Birthday string          `json:"Birthday"`
	Notes    string          `json:"Notes"`
	Tag      string          `json:"Tag"`
	Family   *keptMembership `json:"Family"`
}

type keptMembership struct {
	FamilyID string `json:"FamilyID"`
	Role     string `json:"Role"`
}

type keptMovedVisit struct {
	ID           string `json:"ID"`
	CardID       string `json:"CardID"`
	Day          string `json:"Day"`
	DaySlot      *int64 `json:"DaySlot"`
	AuthorizedBy string `json:"AuthorizedBy"`
}

// encode is how it is kept what a merge moved.
func (m Moved) encode() (string, error) {
	kept := keptMoved{
		Version: keptMovedVersion, Kept: keepRecord(m.Kept), Merged: keepRecord(m.Merged),
		Granted: m.Granted, Revived: m.Revived, Consents: m.Consents, Messages: m.Messages, Texts: m.Texts, Children: m.Children,
		Redemptions: m.Redemptions, Withdrawn: m.Withdrawn,
	}
	kept.Rewards, kept.OwedFrom = keepPlaces(m.Rewards)
	for _, v := range m.Visits {
		kept.Visits = append(kept.Visits, keptMovedVisit{
			ID: v.ID, CardID: v.CardID, Day: string(v.Day), DaySlot: v.DaySlot, AuthorizedBy: v.AuthorizedBy,
		})
	}
	if len(m.Adjusted) > 0 {
		kept.Version, kept.Adjusted = keptAdjustmentsVersion, map[string]string{}
	}
	for _, a := range m.Adjusted {
		kept.Adjusted[a.ID] = a.CardID
	}
	encoded, err := json.Marshal(kept)
	if err != nil {
		return "", fmt.Errorf("encoding what a merge moved: %w", err)
	}
	return string(encoded), nil
}

// readMoved reads what encode made, of a program of today or before.
func readMoved(encoded string) (Moved, error) {
	var kept keptMoved
	if err := json.Unmarshal([]byte(encoded), &kept); err != nil {
		return Moved{}, fmt.Errorf("reading what a merge moved: %w", err)
	}
	if kept.Version > keptAdjustmentsVersion {
		return Moved{}, fmt.Errorf("reading what a merge moved, version %d: %w", kept.Version, errMovedByNewer)
	}
	moved := Moved{
		Kept: kept.Kept.record(), Merged: kept.Merged.record(),
		Rewards: kept.places(), Granted: kept.Granted, Revived: kept.Revived, Consents: kept.Consents, Messages: kept.Messages, Texts: kept.Texts, Children: kept.Children,
		Redemptions: kept.Redemptions, Withdrawn: kept.Withdrawn,
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

// keepPlaces are the card of each reward and, of those that have such, the stamps from which it
// is owed.
func keepPlaces(places map[string]loyalty.RewardPlacement) (cards map[string]string, owedFrom map[string]int64) {
	cards, owedFrom = map[string]string{}, map[string]int64{}
	for id, place := range places {
		cards[id] = place.CardID
		if place.OwedFrom > 0 {
			owedFrom[id] = place.OwedFrom
		}
	}
	return cards, owedFrom
}

func (k keptMoved) places() map[string]loyalty.RewardPlacement {
	places := map[string]loyalty.RewardPlacement{}
	for id, card := range k.Rewards {
		places[id] = loyalty.RewardPlacement{CardID: card, OwedFrom: k.OwedFrom[id]}
	}
	return places
}

func keepRecord(c loyalty.Customer) keptRecord {
	kept := keptRecord{Phone: c.Phone, Guardian: c.GuardianID, Email: c.Email, Birthday: string(c.Birthday), Notes: c.Notes, Tag: string(c.Tag)}
	if c.Family != nil {
		kept.Family = &keptMembership{FamilyID: c.Family.FamilyID, Role: string(c.Family.Role)}
	}
	return kept
}

func (k keptRecord) record() loyalty.Customer {
	c := loyalty.Customer{Phone: k.Phone, GuardianID: k.Guardian, Email: k.Email, Birthday: loyalty.Day(k.Birthday), Notes: k.Notes, Tag: loyalty.Tag(k.Tag)}
	if k.Family != nil {
		c.Family = &loyalty.Membership{FamilyID: k.Family.FamilyID, Role: loyalty.FamilyRole(k.Family.Role)}
	}
	return c
}
