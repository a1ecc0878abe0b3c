package service

import (
	"context"
)

type originKey struct{}

// CalledFrom returns a context whose calls come from a network. Those of one
// network wait behind each other where work is dear, and not in front of others.
func CalledFrom(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, originKey{}, network)
}

// asker is for whom a turn is asked: the network that calls and the account that is
// tried. The program itself calls from none, and one that is made is not tried.
type asker struct{ network, account string }

func askerOf(ctx context.Context, account string) asker {
	network, _ := ctx.Value(originKey{}).(string)
	return asker{network: network, account: account}
}
