package service

import (
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

type storedRegisteredVisit struct {
	Visit            storedVisit    `json:"Visit"`
	CustomerName     string         `json:"CustomerName"`
	Progress         storedProgress `json:"Progress"`
	NewReward        *storedReward  `json:"NewReward"`
	Settled          bool           `json:"Settled"`
	RegisteredByName string         `json:"RegisteredByName"`
	Waiting          bool           `json:"Waiting,omitempty"`
}

func visitCodec() usecase.ResponseCodec[RegisteredVisit, storedRegisteredVisit] {
	return usecase.ResponseCodec[RegisteredVisit, storedRegisteredVisit]{
		Encode: func(r RegisteredVisit) storedRegisteredVisit {
			shape := storedRegisteredVisit{
				Visit: encodeVisit(r.Visit), CustomerName: r.CustomerName, Progress: encodeProgress(r.Progress),
				Settled: r.Settled, RegisteredByName: r.RegisteredByName, Waiting: r.Waiting,
			}
			if r.NewReward != nil {
				reward := encodeReward(*r.NewReward)
				shape.NewReward = &reward
			}
			return shape
		},
		Decode: func(k storedRegisteredVisit) RegisteredVisit {
			result := RegisteredVisit{
				Visit: k.Visit.decode(), CustomerName: k.CustomerName, Progress: k.Progress.decode(),
				Settled: k.Settled, RegisteredByName: k.RegisteredByName, Waiting: k.Waiting,
			}
			if k.NewReward != nil {
				reward := k.NewReward.decode()
				result.NewReward = &reward
			}
			return result
		},
	}
}

// storedAdjusted is the stored form of AdjustmentResult: the adjustment's id, for a replay.
type storedAdjusted struct {
	Adjustment struct {
		ID         string `json:"ID"`
		CustomerID string `json:"CustomerID"`
	} `json:"Adjustment"`
	CustomerName string         `json:"CustomerName"`
	Progress     storedProgress `json:"Progress"`
}

func adjustedCodec() usecase.ResponseCodec[AdjustmentResult, storedAdjusted] {
	return usecase.ResponseCodec[AdjustmentResult, storedAdjusted]{
		Encode: func(a AdjustmentResult) storedAdjusted {
			shape := storedAdjusted{CustomerName: a.CustomerName, Progress: encodeProgress(a.Progress)}
			shape.Adjustment.ID, shape.Adjustment.CustomerID = a.Adjustment.ID, a.Adjustment.CustomerID
			return shape
		},
		Decode: func(shape storedAdjusted) AdjustmentResult {
			result := AdjustmentResult{CustomerName: shape.CustomerName, Progress: shape.Progress.decode(), NewRewards: []loyalty.Reward{}}
			result.Adjustment.ID, result.Adjustment.CustomerID = shape.Adjustment.ID, shape.Adjustment.CustomerID
			return result
		},
	}
}

type storedVisit struct {
	ID           string        `json:"ID"`
	CustomerID   string        `json:"CustomerID"`
	CardID       string        `json:"CardID"`
	At           time.Time     `json:"At"`
	ReceivedAt   time.Time     `json:"ReceivedAt"`
	ClockSkew    time.Duration `json:"ClockSkew"`
	Day          string        `json:"Day"`
	DaySlot      int64         `json:"DaySlot"`
	StampNumber  int64         `json:"StampNumber"`
	Terms        storedTerms   `json:"Terms"`
	Notes        string        `json:"Notes"`
	RegisteredBy string        `json:"RegisteredBy"`
	ServedBy     string        `json:"ServedBy,omitempty"`
	AuthorizedBy string        `json:"AuthorizedBy"`
	DeviceID     string        `json:"DeviceID"`
	PastDay      bool          `json:"PastDay,omitempty"`
}

func encodeVisit(v loyalty.Visit) storedVisit {
	return storedVisit{
		ID: v.ID, CustomerID: v.CustomerID, CardID: v.CardID, At: v.At, ReceivedAt: v.ReceivedAt, ClockSkew: v.ClockSkew,
		Day: string(v.Day), DaySlot: v.DaySlot, StampNumber: v.StampNumber, Terms: encodeTerms(v.Terms), Notes: v.Notes,
		RegisteredBy: v.RegisteredBy, ServedBy: v.ServedBy, AuthorizedBy: v.AuthorizedBy, DeviceID: v.DeviceID, PastDay: v.PastDay,
	}
}

func (k storedVisit) decode() loyalty.Visit {
	return loyalty.Visit{
		ID: k.ID, CustomerID: k.CustomerID, CardID: k.CardID, At: k.At, ReceivedAt: k.ReceivedAt, ClockSkew: k.ClockSkew,
		Day: loyalty.Day(k.Day), DaySlot: k.DaySlot, StampNumber: k.StampNumber, Terms: k.Terms.decode(), Notes: k.Notes,
		RegisteredBy: k.RegisteredBy, ServedBy: k.ServedBy, AuthorizedBy: k.AuthorizedBy, DeviceID: k.DeviceID, PastDay: k.PastDay,
	}
}

type storedTerms struct {
	Target int64 `json:"Target"`
	Half   int64 `json:"Half"`
	VIP    bool  `json:"VIP"`
}

func encodeTerms(t loyalty.Terms) storedTerms {
	return storedTerms{Target: t.Target, Half: t.Half, VIP: t.VIP}
}

func (k storedTerms) decode() loyalty.Terms {
	return loyalty.Terms{Target: k.Target, Half: k.Half, VIP: k.VIP}
}

type storedProgress struct {
	Card         storedCard     `json:"Card"`
	FamilyName   string         `json:"FamilyName"`
	Terms        storedTerms    `json:"Terms"`
	VisitedToday bool           `json:"VisitedToday"`
	LastVisitAt  time.Time      `json:"LastVisitAt"`
	Owed         []storedReward `json:"Owed"`
}

type storedCard struct {
	ID         string `json:"ID"`
	CustomerID string `json:"CustomerID"`
	FamilyID   string `json:"FamilyID"`
	Stamps     int64  `json:"Stamps"`
}

func encodeProgress(p loyalty.Progress) storedProgress {
	shape := storedProgress{
		Card:       storedCard{ID: p.Card.ID, CustomerID: p.Card.CustomerID, FamilyID: p.Card.FamilyID, Stamps: p.Card.Stamps},
		FamilyName: p.FamilyName, Terms: encodeTerms(p.Terms), VisitedToday: p.VisitedToday, LastVisitAt: p.LastVisitAt,
	}
	for _, reward := range p.Owed {
		shape.Owed = append(shape.Owed, encodeReward(reward))
	}
	return shape
}

func (k storedProgress) decode() loyalty.Progress {
	progress := loyalty.Progress{
		Card:       loyalty.Card{ID: k.Card.ID, CustomerID: k.Card.CustomerID, FamilyID: k.Card.FamilyID, Stamps: k.Card.Stamps},
		FamilyName: k.FamilyName, Terms: k.Terms.decode(), VisitedToday: k.VisitedToday, LastVisitAt: k.LastVisitAt,
		Owed: []loyalty.Reward{},
	}
	for _, reward := range k.Owed {
		progress.Owed = append(progress.Owed, reward.decode())
	}
	return progress
}

type storedReward struct {
	ID         string    `json:"ID"`
	CardID     string    `json:"CardID"`
	CustomerID string    `json:"CustomerID"`
	Kind       string    `json:"Kind"`
	Milestone  int64     `json:"Milestone"`
	Promise    string    `json:"Promise,omitempty"`
	CreatedAt  time.Time `json:"CreatedAt"`
}

func encodeReward(r loyalty.Reward) storedReward {
	return storedReward{
		ID: r.ID, CardID: r.CardID, CustomerID: r.CustomerID, Kind: string(r.Kind), Milestone: r.Milestone, Promise: r.Promise, CreatedAt: r.CreatedAt,
	}
}

func (k storedReward) decode() loyalty.Reward {
	return loyalty.Reward{
		ID: k.ID, CardID: k.CardID, CustomerID: k.CustomerID, Kind: loyalty.RewardKind(k.Kind), Status: loyalty.RewardPending,
		Milestone: k.Milestone, Promise: k.Promise, CreatedAt: k.CreatedAt,
	}
}

// storedRedemption is the stored form of RedemptionResult: the reward's id, for a replay.
type storedRedemption struct {
	Reward struct {
		ID string `json:"ID"`
	} `json:"Reward"`
	Progress storedProgress `json:"Progress"`
}

func redemptionCodec() usecase.ResponseCodec[RedemptionResult, storedRedemption] {
	return usecase.ResponseCodec[RedemptionResult, storedRedemption]{
		Encode: func(r RedemptionResult) storedRedemption {
			shape := storedRedemption{Progress: encodeProgress(r.Progress)}
			shape.Reward.ID = r.Reward.ID
			return shape
		},
		Decode: func(k storedRedemption) RedemptionResult {
			redemption := RedemptionResult{Progress: k.Progress.decode()}
			redemption.Reward.ID = k.Reward.ID
			return redemption
		},
	}
}

type storedRegistration struct {
	Customer struct {
		ID    string `json:"ID"`
		QRID  string `json:"QRID,omitempty"`
		Name  string `json:"Name"`
		Phone string `json:"Phone"`
	} `json:"Customer"`
	BusinessName string `json:"BusinessName"`
	SentBy       string `json:"SentBy"`
	Promise      string `json:"Promise,omitempty"`
}

func registrationCodec() usecase.ResponseCodec[RegistrationResult, storedRegistration] {
	return usecase.ResponseCodec[RegistrationResult, storedRegistration]{
		Encode: func(r RegistrationResult) storedRegistration {
			shape := storedRegistration{BusinessName: r.BusinessName, SentBy: string(r.SentBy), Promise: r.Promise}
			shape.Customer.ID, shape.Customer.QRID = r.Customer.ID, r.Customer.QRID
			shape.Customer.Name, shape.Customer.Phone = r.Customer.Name, r.Customer.Phone
			return shape
		},
		Decode: func(k storedRegistration) RegistrationResult {
			return RegistrationResult{
				Customer:     loyalty.Customer{ID: k.Customer.ID, QRID: k.Customer.QRID, Name: k.Customer.Name, Phone: k.Customer.Phone},
				BusinessName: k.BusinessName,
				SentBy:       loyalty.QRChannel(k.SentBy),
				Promise:      k.Promise,
			}
		},
	}
}

type storedFamily struct {
	ID        string    `json:"ID"`
	Name      string    `json:"Name"`
	Policy    string    `json:"Policy"`
	CreatedAt time.Time `json:"CreatedAt"`
}

func familyCodec() usecase.ResponseCodec[loyalty.Family, storedFamily] {
	return usecase.ResponseCodec[loyalty.Family, storedFamily]{
		Encode: func(f loyalty.Family) storedFamily {
			return storedFamily{ID: f.ID, Name: f.Name, Policy: string(f.Policy), CreatedAt: f.CreatedAt}
		},
		Decode: func(k storedFamily) loyalty.Family {
			return loyalty.Family{ID: k.ID, Name: k.Name, Policy: loyalty.FamilyPolicy(k.Policy), CreatedAt: k.CreatedAt}
		},
	}
}
