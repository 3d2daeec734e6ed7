#include "net.h"

#include "assert.h"
#include "exact_math.h"

#include <string.h>

void at_net_round(const double *features, int n, int16_t *out)
{
	for (int i = 0; i < n; i++) {
		double x = features[i] * AT_NET_UNIT;
		x = x > INT16_MAX ? INT16_MAX : x < -INT16_MAX ? -INT16_MAX : x;
		out[i] = (int16_t)(x < 0 ? x - 0.5 : x + 0.5);
	}
}

/* n is a multiple of the stride, so compilers can vectorise this. */
static int32_t dot(const int16_t *a, const int16_t *b, int n)
{
	int32_t sum = 0;

	for (int i = 0; i < n; i += AT_NET_STRIDE)
		for (int k = 0; k < AT_NET_STRIDE; k++)
			sum += (int32_t)a[i + k] * b[i + k];
	return sum;
}

static int16_t says(int32_t sum, int shift)
{
	sum >>= shift;
	return (int16_t)(sum < 0 ? 0 : sum > AT_NET_TOP ? AT_NET_TOP : sum);
}

static void cut(const struct at_net *net, const int16_t *from, int16_t *out)
{
	for (int i = 0; i < net->inputs; i++) {
		int16_t most = net->most[i];
		out[i] = (int16_t)(from[i] > most ? most : from[i] < -most ? -most : from[i]);
	}
}

/* The rest of the net, after a seat's first layer. */
static int32_t finish(const struct at_net *net, const int16_t *first)
{
	int16_t second[AT_NET_SECOND_MAX];

	for (int u = 0; u < net->second; u++)
		second[u] =
		    says(net->second_bias[u] + dot(net->next + u * net->first, first, net->first),
			 net->second_shift);
	return dot(net->last, second, net->second);
}

void at_net_sums(const struct at_net *net, const int16_t *inputs[AT_SEATS_MAX], int seats,
		 int32_t out[AT_SEATS_MAX])
{
	int16_t x[AT_SEATS_MAX][AT_NET_INPUTS_MAX];
	int16_t first[AT_SEATS_MAX][AT_NET_FIRST_MAX];

	for (int i = 0; i < seats; i++)
		cut(net, inputs[i], x[i]);
	for (int u = 0; u < net->first; u++) {
		const int16_t *own = net->own + u * net->inputs, *all = net->all + u * net->inputs;
		int32_t sum = net->first_bias[u];
		for (int i = 0; i < seats; i++)
			sum += dot(all, x[i], net->inputs);
		for (int i = 0; i < seats; i++)
			first[i][u] = says(sum + dot(own, x[i], net->inputs), net->first_shift);
	}
	for (int i = 0; i < seats; i++)
		out[i] = finish(net, first[i]);
}

void at_net_judge(const struct at_net *net, const int16_t *inputs[AT_SEATS_MAX], int seats,
		  double win[AT_SEATS_MAX])
{
	int32_t sums[AT_SEATS_MAX], best;
	double all = 0;

	at_net_sums(net, inputs, seats, sums);
	best = sums[0];
	for (int i = 1; i < seats; i++)
		best = sums[i] > best ? sums[i] : best;
	for (int i = 0; i < seats; i++) {
		win[i] = at_exp((double)(sums[i] - best) * net->scale);
		all += win[i];
	}
	for (int i = 0; i < seats; i++)
		win[i] /= all;
}
