package httpapi

import (
	"context"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

type snapshotInput struct {
	Since  time.Time `query:"since" doc:"Only what changed from then on: the asOf of the last time"`
	Limit  int       `query:"limit" minimum:"1" maximum:"1000" default:"1000"`
	Cursor string    `query:"cursor" maxLength:"500" doc:"nextCursor of the page before; since says nothing then"`
}

// Snapshot is what a counter keeps to know its customers by without a network.
type Snapshot struct {
	Customers  []SnapshotCustomer `json:"customers" nullable:"false"`
	Gone       []string           `json:"gone" nullable:"false" doc:"Ids of former customers; none while whole"`
	Whole      bool               `json:"whole" doc:"Over all pages these are all customers there are: whoever is not among them is gone"`
	QRKey      string             `json:"qrKey" doc:"Verifies the signature of the business's QRs, ECDSA with P-256 and SHA-256: the uncompressed point in base64url"`
	AsOf       time.Time          `json:"asOf" doc:"The since of the next time; the same on all pages"`
	NextCursor *string            `json:"nextCursor" doc:"null on the last page"`
}

// SnapshotCustomer is a customer as a counter knows her without a network.
type SnapshotCustomer struct {
	ID     string               `json:"id"`
	Name   string               `json:"name" doc:"The first name and the initial of the surname"`
	Phone  *string              `json:"phone" doc:"Masked, whoever asks"`
	Stamps int64                `json:"stamps" doc:"On the card that her next visit stamps"`
	Target int64                `json:"target" doc:"The stamps that fill it"`
	Owed   []loyalty.RewardKind `json:"owed" nullable:"false" doc:"Of which kind each reward is that she may redeem"`
	Tag    *string              `json:"tag" doc:"Bonus type: BONO_VIP_A, BONO_VIP_B, BONO_VIP_C, BONO_TARJETA, BONO_FAMILIA or ESPORADICO; null while the bonus is inactive"`

	QRID     string   `json:"qrId,omitempty" doc:"What her QR says since she has changed it; before that it says her id"`
	EndedQRs []string `json:"endedQrs,omitempty" doc:"What those said that she has changed: they are good no longer"`
}

type snapshotOutput struct{ Body Snapshot }

func (c customerCalls) snapshot(ctx context.Context, in *snapshotInput) (*snapshotOutput, error) {
	snapshot, err := c.cases.Snapshots.Read(ctx, actor(ctx), service.SnapshotRequest{Since: in.Since, Limit: in.Limit, Cursor: in.Cursor})
	if err != nil {
		return nil, err
	}
	customers := make([]SnapshotCustomer, len(snapshot.Customers))
	for i, known := range snapshot.Customers {
		customers[i] = SnapshotCustomer{
			ID: known.ID, Name: known.Name, Phone: orNull(known.Phone), Stamps: known.Stamps, Target: known.Target,
			Owed: append([]loyalty.RewardKind{}, known.Owed...), Tag: orNull(known.Tag),
			QRID: known.QRID, EndedQRs: snapshot.EndedQRs[known.ID],
		}
	}
	return &snapshotOutput{Body: Snapshot{
		Customers: customers, Gone: snapshot.RemovedIDs, Whole: snapshot.Complete, QRKey: snapshot.QRKey, AsOf: snapshot.AsOf, NextCursor: orNull(snapshot.Next),
	}}, nil
}
