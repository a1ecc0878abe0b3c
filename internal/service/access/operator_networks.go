package access

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// operatorNetworks are the networks of operators; none: all.
type operatorNetworks struct{ prefixes []netip.Prefix }

func (n operatorNetworks) allow(ctx context.Context, role loyalty.Role) bool {
	if role != loyalty.Superadmin || len(n.prefixes) == 0 {
		return true
	}
	ip := usecase.IPOf(ctx).Unmap().WithZone("")
	return slices.ContainsFunc(n.prefixes, func(network netip.Prefix) bool { return network.Contains(ip) })
}

// refuseNetwork returns the error of an unknown session, recorded once per session and process: a stolen token must not
// cause a write per call.
func (s *Sessions) refuseNetwork(ctx context.Context, actor usecase.Actor) error {
	fault := s.uses.refuseOnce(actor.Session, func() error {
		return s.recordRefusedNetwork(ctx, loyalty.User{ID: actor.UserID})
	})
	return errors.Join(loyalty.ErrUnauthenticated, fault)
}

func (s *Sessions) recordRefusedNetwork(ctx context.Context, user loyalty.User) error {
	err := s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		return s.base.Record(tx.In(""), user.ID, loyalty.ActionNetworkRefused, user.ID, usecase.AddressOf(ctx))
	})
	if err != nil {
		return fmt.Errorf("recording a refused network: %w", err)
	}
	return nil
}
