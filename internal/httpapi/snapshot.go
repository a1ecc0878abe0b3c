package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type snapshotInput struct {
	Since  time.Time `query:"since" doc:"asOf of the previous snapshot: returns only later changes"`
	Limit  int       `query:"limit" minimum:"1" maximum:"1000" default:"1000"`
	Cursor string    `query:"cursor" maxLength:"500" doc:"nextCursor of the previous page; overrides since"`
}

// Snapshot lets a counter recognize customers offline.
type Snapshot struct {
	Customers  []SnapshotCustomer `json:"customers" nullable:"false"`
	RemovedIDs []string           `json:"gone" nullable:"false" doc:"Ids of removed customers; empty if whole"`
	Whole      bool               `json:"whole" doc:"The pages list all customers: delete any other one"`
	QRHashKey  string             `json:"qrHashKey" doc:"Key of the hashes of QR ids, in base64url. A hash is the first 12 bytes of HMAC-SHA-256"`
	QRKey      string             `json:"qrKey" doc:"Public key of the business's QR signatures (ECDSA, P-256, SHA-256): the uncompressed point in base64url"`
	AsOf       time.Time          `json:"asOf" doc:"Value of since for the next snapshot; the same on all pages"`
	NextCursor *string            `json:"nextCursor" doc:"null on the last page"`
}

// SnapshotCustomer is a customer in a snapshot.
type SnapshotCustomer struct {
	ID     string               `json:"id" doc:"Customer id for calls of the staff. It grants nothing without a session"`
	Name   string               `json:"name" doc:"First name and initial of the surname"`
	Phone  *string              `json:"phone" doc:"Masked for every role"`
	Stamps int64                `json:"stamps" doc:"Stamps on the card that the next visit stamps"`
	Target int64                `json:"target" doc:"Stamps that fill the card"`
	Owed   []loyalty.RewardKind `json:"owed" nullable:"false" doc:"Kinds of the rewards that the customer may redeem"`
	Tag    *string              `json:"tag" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; null while the bonus is inactive"`

	QR       string   `json:"qr" doc:"Keyed hash of the QR's id, in base64url"`
	EndedQRs []string `json:"endedQrs,omitempty" doc:"Keyed hashes of the ids of revoked QRs"`
}

type snapshotOutput struct{ Body Snapshot }

func (c customerCalls) snapshot(ctx context.Context, in *snapshotInput) (*snapshotOutput, error) {
	snapshot, err := c.cases.Snapshots.Read(ctx, actor(ctx), service.SnapshotRequest{Since: in.Since, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	customers := make([]SnapshotCustomer, len(snapshot.Customers))
	for i, customer := range snapshot.Customers {
		customers[i] = SnapshotCustomer{
			ID: customer.SnapshotID, Name: customer.Name, Phone: orNull(customer.Phone), Stamps: customer.Stamps, Target: customer.Target,
			Owed: append([]loyalty.RewardKind{}, customer.Owed...), Tag: orNull(customer.Tag),
			QR: customer.QR, EndedQRs: customer.EndedQRs,
		}
	}
	return &snapshotOutput{Body: Snapshot{
		Customers: customers, RemovedIDs: snapshot.RemovedIDs, Whole: snapshot.Complete, QRKey: snapshot.QRKey, QRHashKey: snapshot.HashKey, AsOf: snapshot.AsOf, NextCursor: orNull(snapshot.Next),
	}}, nil
}
