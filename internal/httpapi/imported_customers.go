package httpapi

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// ImportedCustomer is a customer that an import created or completed.
type ImportedCustomer struct {
	CustomerID string  `json:"customerId"`
	Name       string  `json:"name"`
	Phone      *string `json:"phone"`
	UndoableGreeting
	Greeting loyalty.GreetingState `json:"greeting" enum:"NOW,NO_PHONE,MINOR,UNVERIFIED_PHONE,NO_CONSENT,INVITED,HELD_BACK" doc:"Whether the customer may be greeted now, or why not, as in GET /customers/{id}/greeting"`
	Invites  bool                  `json:"invites" doc:"The customer stopped coming, so the greeting is marketing: an invitation to come back"`
}

// ImportedCustomers is a page of an import's customers.
type ImportedCustomers struct {
	List[ImportedCustomer]
	WithPhone int64 `json:"withPhone" doc:"Number of customers with a phone in all pages"`
}

type importedCustomersOutput struct{ Body ImportedCustomers }

type importedCustomersInput struct {
	IDInput
	Limit  int    `query:"limit" minimum:"1" maximum:"1000" default:"50"`
	Cursor string `query:"cursor" maxLength:"500" doc:"nextCursor of the previous page"`
}

func (c importCalls) customers(ctx context.Context, in *importedCustomersInput) (*importedCustomersOutput, error) {
	page, err := c.cases.ImportedCustomers.List(ctx, actor(ctx), in.ID, ListInput{Limit: in.Limit, Cursor: in.Cursor}.request())
	if err != nil {
		return nil, err
	}
	list := listOf(page.List, func(i service.ImportedCustomer) ImportedCustomer {
		return ImportedCustomer{
			CustomerID: i.ID, Name: i.Name, Phone: orNull(i.Phone), UndoableGreeting: undoableGreetingOf(i.GreetedAt),
			Greeting: i.State, Invites: i.Invites,
		}
	})
	return &importedCustomersOutput{Body: ImportedCustomers{List: list.Body, WithPhone: page.WithPhone}}, nil
}
