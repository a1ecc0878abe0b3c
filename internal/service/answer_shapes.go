package service

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// keptRegistered is a RegisteredVisit as it was at first.
type keptRegistered struct {
	Visit            keptVisit    `json:"Visit"`
	CustomerName     string       `json:"CustomerName"`
	Progress         keptProgress `json:"Progress"`
	NewReward        *keptReward  `json:"NewReward"`
	Settled          bool         `json:"Settled"`
	RegisteredByName string       `json:"RegisteredByName"`
	Waiting          bool         `json:"Waiting,omitempty"`
}

func visitForm() usecase.Form[RegisteredVisit, keptRegistered] {
	return usecase.Form[RegisteredVisit, keptRegistered]{
		Keep: func(r RegisteredVisit) keptRegistered {
			kept := keptRegistered{
				Visit: keepVisit(r.Visit), CustomerName: r.CustomerName, Progress: keepProgress(r.Progress),
				Settled: r.Settled, RegisteredByName: r.RegisteredByName, Waiting: r.Waiting,
			}
			if r.NewReward != nil {
				reward := keepReward(*r.NewReward)
				kept.NewReward = &reward
			}
			return kept
		},
		Read: func(k keptRegistered) RegisteredVisit {
			registered := RegisteredVisit{
				Visit: k.Visit.visit(), CustomerName: k.CustomerName, Progress: k.Progress.progress(),
				Settled: k.Settled, RegisteredByName: k.RegisteredByName, Waiting: k.Waiting,
			}
			if k.NewReward != nil {
				reward := k.NewReward.reward()
				registered.NewReward = &reward
			}
			return registered
		},
	}
}

// keptAdjusted is an Adjusted: its adjustment is read again.
type keptAdjusted struct {
	Adjustment struct {
		ID         string `json:"ID"`
		CustomerID string `json:"CustomerID"`
	} `json:"Adjustment"`
	CustomerName string       `json:"CustomerName"`
	Progress     keptProgress `json:"Progress"`
}

func adjustedForm() usecase.Form[Adjusted, keptAdjusted] {
	return usecase.Form[Adjusted, keptAdjusted]{
		Keep: func(a Adjusted) keptAdjusted {
			kept := keptAdjusted{CustomerName: a.CustomerName, Progress: keepProgress(a.Progress)}
			kept.Adjustment.ID, kept.Adjustment.CustomerID = a.Adjustment.ID, a.Adjustment.CustomerID
			return kept
		},
		Read: func(k keptAdjusted) Adjusted {
			adjusted := Adjusted{CustomerName: k.CustomerName, Progress: k.Progress.progress(), NewRewards: []loyalty.Reward{}}
			adjusted.Adjustment.ID, adjusted.Adjustment.CustomerID = k.Adjustment.ID, k.Adjustment.CustomerID
			return adjusted
		},
	}
}

type keptVisit struct {
	ID           string        `json:"ID"`
	CustomerID   string        `json:"CustomerID"`
	CardID       string        `json:"CardID"`
	At           time.Time     `json:"At"`
	ReceivedAt   time.Time     `json:"ReceivedAt"`
	ClockSkew    time.Duration `json:"ClockSkew"`
	Day          string        `json:"Day"`
	DaySlot      int64         `json:"DaySlot"`
	StampNumber  int64         `json:"StampNumber"`
	Terms        keptTerms     `json:"Terms"`
	Notes        string        `json:"Notes"`
	RegisteredBy string        `json:"RegisteredBy"`
	AuthorizedBy string        `json:"AuthorizedBy"`
	DeviceID     string        `json:"DeviceID"`
	PastDay      bool          `json:"PastDay,omitempty"`
}

func keepVisit(v loyalty.Visit) keptVisit {
	return keptVisit{
		ID: v.ID, CustomerID: v.CustomerID, CardID: v.CardID, At: v.At, ReceivedAt: v.ReceivedAt, ClockSkew: v.ClockSkew,
		Day: string(v.Day), DaySlot: v.DaySlot, StampNumber: v.StampNumber, Terms: keepTerms(v.Terms), Notes: v.Notes,
		RegisteredBy: v.RegisteredBy, AuthorizedBy: v.AuthorizedBy, DeviceID: v.DeviceID, PastDay: v.PastDay,
	}
}

func (k keptVisit) visit() loyalty.Visit {
	return loyalty.Visit{
		ID: k.ID, CustomerID: k.CustomerID, CardID: k.CardID, At: k.At, ReceivedAt: k.ReceivedAt, ClockSkew: k.ClockSkew,
		Day: loyalty.Day(k.Day), DaySlot: k.DaySlot, StampNumber: k.StampNumber, Terms: k.Terms.terms(), Notes: k.Notes,
		RegisteredBy: k.RegisteredBy, AuthorizedBy: k.AuthorizedBy, DeviceID: k.DeviceID, PastDay: k.PastDay,
	}
}

type keptTerms struct {
	Target int64 `json:"Target"`
	Half   int64 `json:"Half"`
	VIP    bool  `json:"VIP"`
}

func keepTerms(t loyalty.Terms) keptTerms {
	return keptTerms{Target: t.Target, Half: t.Half, VIP: t.VIP}
}

func (k keptTerms) terms() loyalty.Terms {
	return loyalty.Terms{Target: k.Target, Half: k.Half, VIP: k.VIP}
}

type keptProgress struct {
	Card         keptCard     `json:"Card"`
	FamilyName   string       `json:"FamilyName"`
	Terms        keptTerms    `json:"Terms"`
	VisitedToday bool         `json:"VisitedToday"`
	LastVisitAt  time.Time    `json:"LastVisitAt"`
	Owed         []keptReward `json:"Owed"`
}

type keptCard struct {
	ID         string `json:"ID"`
	CustomerID string `json:"CustomerID"`
	FamilyID   string `json:"FamilyID"`
	Stamps     int64  `json:"Stamps"`
}

func keepProgress(p loyalty.Progress) keptProgress {
	kept := keptProgress{
		Card:       keptCard{ID: p.Card.ID, CustomerID: p.Card.CustomerID, FamilyID: p.Card.FamilyID, Stamps: p.Card.Stamps},
		FamilyName: p.FamilyName, Terms: keepTerms(p.Terms), VisitedToday: p.VisitedToday, LastVisitAt: p.LastVisitAt,
	}
	for _, reward := range p.Owed {
		kept.Owed = append(kept.Owed, keepReward(reward))
	}
	return kept
}

func (k keptProgress) progress() loyalty.Progress {
	progress := loyalty.Progress{
		Card:       loyalty.Card{ID: k.Card.ID, CustomerID: k.Card.CustomerID, FamilyID: k.Card.FamilyID, Stamps: k.Card.Stamps},
		FamilyName: k.FamilyName, Terms: k.Terms.terms(), VisitedToday: k.VisitedToday, LastVisitAt: k.LastVisitAt,
		Owed: []loyalty.Reward{},
	}
	for _, reward := range k.Owed {
		progress.Owed = append(progress.Owed, reward.reward())
	}
	return progress
}

// keptReward is a reward that is owed.
type keptReward struct {
	ID         string    `json:"ID"`
	CardID     string    `json:"CardID"`
	CustomerID string    `json:"CustomerID"`
	Kind       string    `json:"Kind"`
	Milestone  int64     `json:"Milestone"`
	Promise    string    `json:"Promise,omitempty"`
	CreatedAt  time.Time `json:"CreatedAt"`
}

func keepReward(r loyalty.Reward) keptReward {
	return keptReward{
		ID: r.ID, CardID: r.CardID, CustomerID: r.CustomerID, Kind: string(r.Kind), Milestone: r.Milestone, Promise: r.Promise, CreatedAt: r.CreatedAt,
	}
}

func (k keptReward) reward() loyalty.Reward {
	return loyalty.Reward{
		ID: k.ID, CardID: k.CardID, CustomerID: k.CustomerID, Kind: loyalty.RewardKind(k.Kind), Status: loyalty.RewardPending,
		Milestone: k.Milestone, Promise: k.Promise, CreatedAt: k.CreatedAt,
	}
}

// keptRedeemed is a Redeemed: its reward is read again.
type keptRedeemed struct {
	Reward struct {
		ID string `json:"ID"`
	} `json:"Reward"`
	Progress keptProgress `json:"Progress"`
}

func redeemedForm() usecase.Form[Redeemed, keptRedeemed] {
	return usecase.Form[Redeemed, keptRedeemed]{
		Keep: func(r Redeemed) keptRedeemed {
			kept := keptRedeemed{Progress: keepProgress(r.Progress)}
			kept.Reward.ID = r.Reward.ID
			return kept
		},
		Read: func(k keptRedeemed) Redeemed {
			redeemed := Redeemed{Progress: k.Progress.progress()}
			redeemed.Reward.ID = k.Reward.ID
			return redeemed
		},
	}
}

// keptRegistration is a Registered: what the form's page shows.
type keptRegistration struct {
	Customer struct {
		ID    string `json:"ID"`
		Name  string `json:"Name"`
		Phone string `json:"Phone"`
	} `json:"Customer"`
	BusinessName string `json:"BusinessName"`
	SentBy       string `json:"SentBy"`
	Promise      string `json:"Promise,omitempty"`
}

func registrationForm() usecase.Form[Registered, keptRegistration] {
	return usecase.Form[Registered, keptRegistration]{
		Keep: func(r Registered) keptRegistration {
			kept := keptRegistration{BusinessName: r.BusinessName, SentBy: string(r.SentBy), Promise: r.Promise}
			kept.Customer.ID, kept.Customer.Name, kept.Customer.Phone = r.Customer.ID, r.Customer.Name, r.Customer.Phone
			return kept
		},
		Read: func(k keptRegistration) Registered {
			return Registered{
				Customer:     loyalty.Customer{ID: k.Customer.ID, Name: k.Customer.Name, Phone: k.Customer.Phone},
				BusinessName: k.BusinessName,
				SentBy:       loyalty.QRWay(k.SentBy),
				Promise:      k.Promise,
			}
		},
	}
}

type keptFamily struct {
	ID        string    `json:"ID"`
	Name      string    `json:"Name"`
	Policy    string    `json:"Policy"`
	CreatedAt time.Time `json:"CreatedAt"`
}

func familyForm() usecase.Form[loyalty.Family, keptFamily] {
	return usecase.Form[loyalty.Family, keptFamily]{
		Keep: func(f loyalty.Family) keptFamily {
			return keptFamily{ID: f.ID, Name: f.Name, Policy: string(f.Policy), CreatedAt: f.CreatedAt}
		},
		Read: func(k keptFamily) loyalty.Family {
			return loyalty.Family{ID: k.ID, Name: k.Name, Policy: loyalty.FamilyPolicy(k.Policy), CreatedAt: k.CreatedAt}
		},
	}
}
